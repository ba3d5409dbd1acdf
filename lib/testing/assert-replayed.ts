import assert from "node:assert/strict";
import type { Answer } from "./api-client.ts";

/** The answer repeats the first one, which created something, and says that it does. */
export function assertReplayed(answer: Answer, first: Answer): void {
  assert.equal(first.status, 201, JSON.stringify(first.body));
  assert.equal(first.headers.get("idempotent-replayed"), null);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.equal(answer.headers.get("idempotent-replayed"), "true");
  assert.deepEqual(answer.body, first.body);
}
