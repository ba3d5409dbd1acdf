import assert from "node:assert/strict";
import { test } from "node:test";
import { readTillReceipt } from "./read-till-receipt.ts";

const sealed = {
  receiptId: "credit-1",
  merchantId: "merchant-1",
  merchantName: "Corner Bakery",
  transactionId: "refund-1",
  transactionDate: "2026-11-22T10:00:00Z",
  amount: 1250,
};
const facts = { id: "ref_1", gateway: "gateway_two", currency: "eur", refundOf: "pay_1" } as const;
const ours = { paymentId: "ref_1", gateway: "gateway_two", kind: "refund", refundOf: "pay_1" };

test("a credit note is of the refund and the sale that the service knows, whatever it says", () => {
  const expected = { version: "1.0", currency: "eur", ...sealed, ...ours };
  assert.deepEqual(readTillReceipt(sealed, facts), expected);
  const said = { ...sealed, paymentId: "ref_2", gateway: "gateway_one", kind: "sale", refundOf: 7 };
  assert.deepEqual(readTillReceipt(said, facts), expected);
});
