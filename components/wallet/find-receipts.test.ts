import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { EMPTY_ANNOTATION } from "#lib/wallet/annotation.ts";
import type { ListedReceipt } from "#lib/wallet/listed-receipt.ts";
import { createSearch } from "./find-receipts.ts";

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

const annotation = { ...EMPTY_ANNOTATION, tags: ["Office party"], note: "Paid by Ada" };
const reader = { locale: "en-US", timeZone: "America/New_York" };

describe("createSearch", () => {
  const cases: [search: string, sealed: boolean, open: boolean][] = [
    ["", true, true],
    ["  ", true, true],
    ["12.90", true, true],
    ["r-2041", true, true],
    ["nov", true, true],
    ["november 2026", true, true],
    ["2026-11", true, true],
    ["2026-1", false, false],
    ["bakery", false, true],
    ["rye CORNER", false, true],
    ["rye garage", false, false],
    ["party", false, true],
    ["ada november", false, true],
  ];
  for (const [search, sealed, open] of cases) {
    test(`"${search}"`, () => {
      const matches = createSearch(reader);
      const closed = { content: undefined, annotation: undefined };
      assert.equal(matches(listed, closed, search), sealed);
      // The same receipt, once it has been opened.
      assert.equal(matches(listed, { content: opened, annotation }, search), open);
    });
  }

  test("a month is the reader's", () => {
    const matches = createSearch(reader);
    const closed = { content: undefined, annotation: undefined };
    const atMidnight = { ...listed, createdAt: "2026-12-01T03:00:00.000Z" };
    assert.equal(matches(atMidnight, closed, "november"), true);
    assert.equal(matches(atMidnight, closed, "december"), false);
  });

  test("a word in 2,000 receipts is found between two keys", () => {
    const receipts = Array.from({ length: 2_000 }, (_, at) => ({
      ...listed,
      receiptId: `R${at}x`,
    }));
    const matches = createSearch(reader);
    const read = { content: opened, annotation };
    receipts.filter((receipt) => matches(receipt, read, "rye"));
    const start = performance.now();
    const found = receipts.filter((receipt) => matches(receipt, read, "rye r1999x"));
    assert.equal(found.length, 1);
    assert.ok(performance.now() - start < 100);
  });
});
