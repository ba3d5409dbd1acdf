import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { ApiError } from "#lib/client/api-error.ts";
import { answerTill, cut, failure, silent, taken } from "#lib/testing/answer-till.ts";
import { waitBefore } from "./ask-again.ts";
import { type Attempt, mayStillArrive, takePayment } from "./take-payment.ts";

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

async function take(patienceMs?: number) {
  const attempts: Attempt[] = [];
  const waits: number[] = [];
  const watch = {
    onAttempt: (attempt: Attempt) => attempts.push(attempt),
    onWait: (wait: number) => waits.push(wait),
  };
  const answer = await takePayment(call, watch, patienceMs);
  return { answer, attempts, waits };
}

test("a lost answer is asked for again with the same body", async () => {
  const asked = answerTill(cut, taken);
  const { answer, attempts, waits } = await take();
  assert.equal(answer.kind, "taken");
  assert.equal(asked.length, 2);
  assert.deepEqual(asked[0], asked[1]);
  assert.deepEqual(waits, [1000]);
  assert.deepEqual(
    attempts.map(({ marks }) => marks),
    [undefined, { status: 200, requestId: "req_2", replayed: true }],
  );
});

test("a connection that stays silent is given up, and asked again with the same body", async () => {
  const asked = answerTill(silent, taken);
  const { answer, attempts } = await take(50);
  assert.equal(answer.kind, "taken");
  assert.deepEqual(asked[0], asked[1]);
  assert.equal(attempts[0]?.marks, undefined);
});

for (const [status, code, kind] of [
  [402, "payment_declined", "declined"],
  [400, "invalid_request", "refused"],
  [403, "forbidden", "refused"],
  [409, "conflict", "refused"],
] as const) {
  test(`${status} is not asked again: ${kind}`, async () => {
    answerTill(failure(status, code));
    const { answer, waits } = await take();
    assert.equal(answer.kind, kind);
    assert.deepEqual(waits, []);
  });
}

test("an ended session is nobody's answer", async () => {
  answerTill(failure(401, "unauthorized"));
  await assert.rejects(take(), (error) => error instanceof ApiError && error.status === 401);
});

test("the wait doubles, and is never shorter than the service asks for", () => {
  assert.deepEqual([waitBefore(1), waitBefore(2), waitBefore(1, 7)], [1000, 2000, 7000]);
});

test("no payment so far is none at all only once no attempt can arrive any more", () => {
  const sentAt = Date.UTC(2026, 10, 28);
  assert.ok(mayStillArrive(sentAt, sentAt));
  assert.ok(mayStillArrive(sentAt, sentAt + 182_999));
  assert.ok(!mayStillArrive(sentAt, sentAt + 183_000));
  // A wait that the service asked for ends later.
  assert.ok(mayStillArrive(sentAt + 600_000, sentAt + 183_000));
});
