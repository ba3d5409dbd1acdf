import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import type { ListedReceipt } from "#lib/wallet/listed-receipt.ts";
import { matchesSearch } from "./find-receipts.ts";

const listed: ListedReceipt = {
  paymentId: "pay_1",
  kind: "sale",
  refundOf: null,
  receiptId: "R-2041",
  transactionId: "T-77",
  receiptStatus: "sealed",
  paymentStatus: "succeeded",
  gateway: "gateway_one",
  amount: 1290,
  currency: "eur",
  refundedAmount: 0,
  keyId: "key_1",
  keyIds: ["key_1"],
  createdAt: "2026-11-20T09:30:00.000Z",
  deliveredBy: "card",
  deliveredAt: "2026-11-20T09:30:01.000Z",
  sealedAt: "service",
  keyKind: "cardholder",
};

const opened: OpenedReceipt = {
  version: "1.0",
  merchantId: "m-1",
  merchantName: "Corner Bakery",
  transactionId: "T-77",
  receiptId: "R-2041",
  transactionDate: "2026-11-20T09:30:00Z",
  mockItems: false,
  currency: "eur",
  amount: 1290,
  items: [{ lineItemId: "1", name: "Rye bread", quantity: 1, unitPrice: 1290, totalPrice: 1290 }],
};

describe("matchesSearch", () => {
  const cases: [search: string, sealed: boolean, open: boolean][] = [
    ["", true, true],
    ["  ", true, true],
    ["12.90", true, true],
    ["r-2041", true, true],
    ["bakery", false, true],
    ["rye CORNER", false, true],
    ["rye garage", false, false],
  ];
  for (const [search, sealed, open] of cases) {
    test(`"${search}"`, () => {
      const reader = { search, locale: "en-US" };
      assert.equal(matchesSearch(listed, undefined, reader), sealed);
      assert.equal(matchesSearch(listed, opened, reader), open);
    });
  }
});
