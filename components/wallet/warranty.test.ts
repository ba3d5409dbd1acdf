import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SealedContent } from "#lib/wallet/till-content.ts";
import { countDays, findWarranty, isNearEnd } from "./warranty.ts";

const item = { lineItemId: "1", name: "Kettle", quantity: 1, unitPrice: 1290, totalPrice: 1290 };
const content: SealedContent = {
  version: "1.0",
  merchantId: "m-1",
  merchantName: "Kitchen",
  transactionId: "T-1",
  receiptId: "R-1",
  transactionDate: "2026-01-31T09:30:00Z",
  mockItems: false,
  currency: "eur",
  amount: 1290,
  items: [item, { ...item, warrantyMonths: 25 }, { ...item, warrantyMonths: 12 }],
};

describe("findWarranty", () => {
  const cases: [given: string | null | undefined, today: string, end: string | undefined][] = [
    [undefined, "2026-11-29", "2027-01-31"],
    [undefined, "2027-01-31", "2027-01-31"],
    [undefined, "2027-02-01", "2028-02-29"],
    [undefined, "2029-01-01", "2028-02-29"],
    ["2026-12-24", "2026-11-29", "2026-12-24"],
    [null, "2026-11-29", undefined],
  ];
  for (const [warrantyUntil, today, end] of cases) {
    test(`${warrantyUntil} on ${today}`, () => {
      assert.equal(findWarranty(content, { warrantyUntil }, today), end);
    });
  }

  test("neither a credit note nor a till without a date has one", () => {
    const credit: SealedContent = { ...content, kind: "refund" };
    assert.equal(findWarranty(credit, {}, "2026-11-29"), undefined);
    const dateless: SealedContent = { ...content, transactionDate: "0001-01-01T00:00:00Z" };
    assert.equal(findWarranty(dateless, {}, "2026-11-29"), undefined);
  });
});

describe("a reminder", () => {
  for (const [today, days, isNear] of [
    ["2026-11-23", 31, false],
    ["2026-11-24", 30, true],
    ["2026-12-24", 0, true],
    ["2026-12-25", -1, false],
  ] as const) {
    test(`${days} days before`, () => {
      assert.equal(countDays("2026-12-24", today), days);
      assert.equal(isNearEnd("2026-12-24", today), isNear);
    });
  }
});
