import assert from "node:assert/strict";
import { errorStatus } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";
import { findSecrets } from "#lib/testing/find-secrets.ts";

export type FuzzAnswer = { status: number; headers: Headers; text: string };

const errorMembers = ["code", "details", "message", "request_id", "timestamp"];

/**
 * What holds for each answer, whatever was asked: its status is documented and no 500, a failure has
 * the contract's shape, every answer has its headers, and none repeats a secret.
 */
export function judge(operation: Operation, answer: FuzzAnswer, secrets: readonly string[]): void {
  const { status, headers, text } = answer;
  const context = `${status} ${text.slice(0, 500)}`;
  // Refused before it was read, so nobody knows whose limits to tell.
  if (status === 431) {
    judgeShape(answer);
    return;
  }
  assert.notEqual(status, 500, context);
  assert.deepEqual(findSecrets(text, secrets), [], "a secret in the answer");
  assert.match(headers.get("x-request-id") ?? "", /^req_[0-9a-f]{32}$/, context);
  assert.equal(headers.get("cache-control"), "no-store", context);
  if (operation.rateClass !== null) {
    for (const name of ["limit", "remaining", "reset"]) {
      assert.match(headers.get(`x-ratelimit-${name}`) ?? "", /^\d+$/, `${name}: ${context}`);
    }
  }
  if (status === 503 || status === 429) {
    assert.match(headers.get("retry-after") ?? "", /^\d+$/, context);
  }
  if (status < 400) judgeSuccess(operation, answer);
  else judgeFailure(answer);
}

function judgeSuccess(operation: Operation, { status, headers, text }: FuzzAnswer): void {
  assert.ok(
    operation.statuses.some((one) => one === status),
    `${status} is not documented`,
  );
  if (!operation.response || !headers.get("content-type")?.startsWith("application/json")) return;
  const body: { success?: unknown; data?: unknown } = JSON.parse(text);
  assert.equal(body.success, true);
  assert.ok("data" in body);
}

function judgeFailure(answer: FuzzAnswer): void {
  assert.equal(Reflect.get(errorStatus, String(judgeShape(answer))), answer.status);
}

/** Returns the code. */
function judgeShape({ headers, text }: FuzzAnswer): unknown {
  const body: { error?: Record<string, unknown> } = JSON.parse(text);
  assert.deepEqual(Object.keys(body), ["error"]);
  const { error = {} } = body;
  assert.deepEqual(Object.keys(error).sort(), errorMembers);
  assert.equal(error.request_id, headers.get("x-request-id"));
  return error.code;
}
