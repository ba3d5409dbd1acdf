import assert from "node:assert/strict";
import { test } from "node:test";
import { readPart, readParts, sumParts } from "./split-tender.ts";

const due = { left: 1000, currency: "usd" };

const parts: [typed: string, read: ReturnType<typeof readPart>][] = [
  ["2.50", { amount: 250 }],
  [" 9,99 ", { amount: 999 }],
  ["10", { error: "must be less than the $10.00 due" }],
  ["0", { error: "must be more than zero" }],
  ["-1", { error: "must be more than zero" }],
  ["", { error: "must not be empty" }],
];
for (const [typed, read] of parts) {
  test(`${JSON.stringify(typed)} of $10.00`, () => assert.deepEqual(readPart(typed, due), read));
}

test("what is no amount says why", () => {
  for (const typed of ["half", "1.234"]) {
    const read = readPart(typed, due);
    assert.ok("error" in read && read.error !== "" && !read.error.startsWith("amount"), typed);
  }
});

test("a part without its payment, or of no amount, is not restored", () => {
  const part = {
    environment: "development",
    gateway: "gateway_one",
    paymentId: "pay_1",
    transactionId: "txn_1",
    amount: 400,
  };
  const stored = [part, { ...part, paymentId: undefined }, { ...part, amount: 0 }, null];
  assert.deepEqual(readParts(stored), [part]);
  assert.equal(sumParts(readParts([part, part])), 800);
});
