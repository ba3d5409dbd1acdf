import assert from "node:assert/strict";
import { test } from "node:test";
import { createDayOf } from "#lib/core/calendar-day.ts";
import { nameMonth, sumMonths } from "./month-totals.ts";

const receipt = {
  paymentId: "",
  amount: 1000,
  currency: "eur",
  kind: "sale",
  receiptStatus: "sealed",
  createdAt: "2026-11-20T09:30:00.000Z",
} as const;

test("a month has what is open, by currency and without refunds, and says what is sealed", () => {
  const receipts = [
    { ...receipt, paymentId: "1" },
    { ...receipt, paymentId: "2", amount: 250, kind: "refund" } as const,
    { ...receipt, paymentId: "3", currency: "usd", amount: 99 },
    { ...receipt, paymentId: "4", receiptStatus: "void" } as const,
    { ...receipt, paymentId: "5" },
    { ...receipt, paymentId: "6", receiptStatus: "void" } as const,
    // The reader's month is still November.
    { ...receipt, paymentId: "7", createdAt: "2026-12-01T03:00:00.000Z" },
    { ...receipt, paymentId: "8", createdAt: "2026-12-01T06:00:00.000Z" },
  ];
  const opened = new Set(["1", "2", "3", "4", "7"]);
  const totals = sumMonths(receipts, { opened, dayOf: createDayOf("America/New_York") });
  assert.deepEqual(Object.fromEntries(totals), {
    "2026-11": {
      sums: [
        { currency: "eur", amount: 1750n },
        { currency: "usd", amount: 99n },
      ],
      sealed: 1,
    },
    "2026-12": { sums: [], sealed: 1 },
  });
});

test("a month of another year is named with it", () => {
  assert.equal(nameMonth("2026-11", "2026-12-01", "en-US"), "November");
  assert.equal(nameMonth("2025-11", "2026-12-01", "en-US"), "November 2025");
});
