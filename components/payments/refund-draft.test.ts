import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  amountLeft,
  buildRefundBody,
  proposeReference,
  type RefundableSale,
  readRefundAmount,
} from "./refund-draft.ts";

const sale: RefundableSale = {
  paymentId: "pay_1",
  gateway: "gateway_one",
  receiptId: "BD-1",
  merchantId: "m-1",
  receiptStatus: "sealed",
  amount: 1250,
  currency: "usd",
  refunds: [],
};

function refunded(amount: number, refundStatus: "pending" | "succeeded" | "failed", name: string) {
  return { amount, refundStatus, refundReference: name, failureReason: null };
}

test("a refund on its way counts as gone, one that failed does not", () => {
  const refunds = [
    refunded(400, "succeeded", "a"),
    refunded(250, "pending", "b"),
    refunded(600, "failed", "c"),
  ];
  assert.equal(amountLeft({ ...sale, refunds }), 600);
});

test("a proposed reference is free, and no longer than the API takes", () => {
  assert.equal(proposeReference(sale), "BD-1-R1");
  const refunds = [refunded(1, "failed", "BD-1-R2"), refunded(1, "succeeded", "mine")];
  assert.equal(proposeReference({ ...sale, refunds }), "BD-1-R3");
  assert.equal(
    proposeReference({ ...sale, refunds: [refunded(1, "failed", "BD-1-R2")] }),
    "BD-1-R3",
  );
  assert.ok(proposeReference({ ...sale, receiptId: "x".repeat(128) }).length <= 128);
});

describe("an amount is read in the currency's own notation", () => {
  const cases: [text: string, currency: string, result: object][] = [
    ["12.50", "usd", { amount: 1250 }],
    [" 4 ", "usd", { amount: 400 }],
    ["4,5", "eur", { amount: 450 }],
    ["1250", "jpy", { amount: 1250 }],
    ["1.25", "kwd", { amount: 1250 }],
    ["12.51", "usd", { error: "is more than the $12.50 left" }],
    ["0", "usd", { error: "must be more than zero" }],
    ["-1", "usd", { error: "must be more than zero" }],
    ["", "usd", { error: "must not be empty" }],
    ["1.5", "jpy", { error: "JPY has 0 decimal digits, not 1" }],
    ["all", "usd", { error: "not a plain decimal number such as 12.50" }],
  ];
  for (const [text, currency, result] of cases) {
    test(`"${text}" in ${currency}`, () => {
      assert.deepEqual(readRefundAmount(text, { ...sale, currency }), result);
    });
  }
});

test("a body carries the reason only where there is one", () => {
  const draft = { amount: 400, reference: "BD-1-R1", reason: "" };
  const merchant = { merchantName: "Blue Door Coffee" };
  const now = new Date("2026-11-22T10:00:00.000Z");
  const body = buildRefundBody(draft, merchant, now);
  assert.deepEqual(body, {
    merchantName: "Blue Door Coffee",
    refundReference: "BD-1-R1",
    receiptId: "BD-1-R1",
    transactionId: "BD-1-R1",
    transactionDate: "2026-11-22T10:00:00.000Z",
    amount: 400,
  });
  const stale = buildRefundBody({ ...draft, reason: "stale" }, merchant, now);
  assert.deepEqual(stale, { ...body, reason: "stale" });
});
