import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { ApiError } from "#lib/client/api-error.ts";
import type { Attempt } from "#lib/client/call.ts";
import { answerTill, cut, failure, silent, taken } from "#lib/testing/answer-till.ts";
import { mayStillArrive } from "./arrival.ts";
import { takePayment } from "./take-payment.ts";

const call = {
  environment: "development",
  gateway: "gateway_one",
  body: {
    receiptId: "R-1",
    merchantId: "m",
    merchantName: "M",
    transactionId: "t",
    transactionDate: "2026-11-20T10:00:00Z",
    amount: 1,
    recipientHashedPan: "0".repeat(64),
  },
} as const;

const fetchOfNode = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = fetchOfNode;
});

async function take(timeoutMs?: number) {
  const attempts: Attempt[] = [];
  const waits: number[] = [];
  const watch = {
    onAttempt: (attempt: Attempt) => attempts.push(attempt),
    onWait: (wait: number) => waits.push(wait),
  };
  const answer = await takePayment(call, watch, timeoutMs);
  return { answer, attempts, waits };
}

test("a lost answer is asked for again with the same body", async () => {
  const asked = answerTill(cut, taken);
  const { answer, attempts, waits } = await take();
  assert.equal(answer.state, "paid");
  assert.equal(asked.length, 2);
  assert.deepEqual(asked[0], asked[1]);
  assert.deepEqual(waits, [1000]);
  assert.deepEqual(
    attempts.map(({ milliseconds: _, ...attempt }) => attempt),
    [
      { number: 1, status: undefined, requestId: undefined, replayed: false },
      { number: 2, status: 200, requestId: "req_2", replayed: true },
    ],
  );
});

test("a connection that stays silent is given up, and asked again with the same body", async () => {
  const asked = answerTill(silent, taken);
  const { answer, attempts } = await take(50);
  assert.equal(answer.state, "paid");
  assert.deepEqual(asked[0], asked[1]);
  assert.equal(attempts[0]?.status, undefined);
});

for (const [status, code, state] of [
  [402, "payment_declined", "declined"],
  [400, "invalid_request", "refused"],
  [403, "forbidden", "refused"],
  [409, "conflict", "refused"],
] as const) {
  test(`${status} is not asked again: ${state}`, async () => {
    answerTill(failure(status, code));
    const { answer, waits } = await take();
    assert.equal(answer.state, state);
    assert.deepEqual(waits, []);
  });
}

test("an ended session is nobody's answer", async () => {
  answerTill(failure(401, "unauthorized"));
  await assert.rejects(take(), (error) => error instanceof ApiError && error.status === 401);
});

test("no payment so far is none at all only once no attempt can arrive any more", () => {
  const sentAt = Date.UTC(2026, 10, 28);
  assert.ok(mayStillArrive(sentAt, sentAt));
  assert.ok(mayStillArrive(sentAt, sentAt + 182_999));
  assert.ok(!mayStillArrive(sentAt, sentAt + 183_000));
  // A wait that the service asked for ends later.
  assert.ok(mayStillArrive(sentAt + 600_000, sentAt + 183_000));
});
