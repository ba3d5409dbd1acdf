import assert from "node:assert/strict";
import type { ErrorCode } from "#lib/core/errors.ts";
import type { Answer } from "./api-client.ts";

/** The answer is an error, in the contract's shape and nothing else, with `details` as given. */
export function assertError(
  { status, headers, body }: Answer,
  expected: { status: number; code: ErrorCode; details?: RegExp },
): void {
  assert.deepEqual(
    { status, code: body.error?.code },
    { status: expected.status, code: expected.code },
    JSON.stringify(body),
  );
  assert.deepEqual(Object.keys(body), ["error"]);
  assert.deepEqual(Object.keys(body.error).sort(), [
    "code",
    "details",
    "message",
    "request_id",
    "timestamp",
  ]);
  assert.equal(typeof body.error.message, "string");
  assert.equal(typeof body.error.details, "string");
  assert.match(body.error.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.match(body.error.request_id, /^req_/);
  assert.equal(body.error.request_id, headers.get("x-request-id"));
  if (expected.details) assert.match(body.error.details, expected.details);
}

/** Two refusals that a stranger cannot tell apart. */
export function assertSameError(one: Answer, other: Answer): void {
  assert.deepEqual(told(one), told(other));
}

function told({ status, body }: Answer): unknown[] {
  const { code, message, details } = body.error;
  return [status, code, message, details];
}
