import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { listKnownLines } from "./known-lines.ts";

const receipt: OpenedReceipt = {
  version: "1.0",
  merchantId: "mer_1",
  merchantName: "Blue Door Coffee",
  merchantCity: "Brooklyn",
  receiptId: "R-1",
  transactionId: "txn_1",
  transactionDate: "2026-11-22T12:00:00.000Z",
  transactionTimezone: "America/New_York",
  amount: 980,
  currency: "usd",
  subtotal: 900,
  taxAmount: 80,
  cardLast4: "0420",
  cardBrand: "visa",
  mockItems: false,
  items: [{ lineItemId: "1", name: "Flat white", quantity: 1, unitPrice: 900, totalPrice: 900 }],
};

test("the service knows the total, the time, and the number of a receipt, and no other line", () => {
  const lines = listKnownLines(receipt, "en-US");
  const known = lines.filter(({ isKnown }) => isKnown).map(({ label, value }) => value ?? label);
  assert.deepEqual(known, ["Nov 22, 2026, 7:00 AM EST", "$9.80", "R-1"]);
  const sealed = lines.filter(({ isKnown }) => !isKnown).map(({ label }) => label);
  for (const label of ["Blue Door Coffee", "Flat white", "Card"]) assert(sealed.includes(label));
});
