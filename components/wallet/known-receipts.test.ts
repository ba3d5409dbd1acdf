import assert from "node:assert/strict";
import { test } from "node:test";
import type { KnownReceipts, ListedReceipt } from "#lib/wallet/listed-receipt.ts";
import { addNewest, addOlder, countRefunds, knownSince, placeOf } from "./known-receipts.ts";

test("a new receipt comes first, and none that was known falls out", () => {
  const known = { receipts: receiptsAt(8, 7, 6, 5), nextCursor: "after-5" };
  const merged = addNewest(known, { receipts: receiptsAt(9, 8), nextCursor: "after-8" });
  assert.deepEqual(merged, { receipts: receiptsAt(9, 8, 7, 6, 5), nextCursor: "after-5" });
});

test("a status that changed is the new one", () => {
  const [sealed] = receiptsAt(5);
  assert.ok(sealed);
  const erased = { ...sealed, receiptStatus: "erased" as const };
  const merged = addNewest(all(sealed), all(erased));
  assert.deepEqual(merged, all(erased));
});

test("with a gap between them only the newest stay, so that paging finds the rest", () => {
  const newest = { receipts: receiptsAt(9, 8), nextCursor: "after-8" };
  assert.deepEqual(addNewest({ receipts: receiptsAt(3, 2), nextCursor: null }, newest), newest);
  assert.deepEqual(addNewest(undefined, newest), newest);
});

test("an older page goes behind, and tells what follows it", () => {
  const known = { receipts: receiptsAt(9, 8), nextCursor: "after-8" };
  const page = { receipts: receiptsAt(8, 7), nextCursor: null };
  assert.deepEqual(addOlder(known, page), { receipts: receiptsAt(9, 8, 7), nextCursor: null });
});

test("several cards are known down to where the first of them stops", () => {
  const whole = all(...receiptsAt(1));
  const partly = { receipts: receiptsAt(9, 8), nextCursor: "after-8" };
  const further = { receipts: receiptsAt(9, 3), nextCursor: "after-3" };
  const since = knownSince([whole, partly, further]);
  assert.ok(since !== undefined);
  const isKnown = receiptsAt(9, 8, 7).map((receipt) => placeOf(receipt) >= since);
  assert.deepEqual(isKnown, [true, true, false]);
  assert.equal(knownSince([whole]), undefined);
});

test("a receipt that was created long after its id was reserved hides none in between", () => {
  const [newest, between, reserved] = receiptsAt(9, 8, 3);
  assert.ok(newest && between && reserved);
  const late = { ...reserved, createdAt: "2026-11-10T09:30:00.000Z" };
  const since = knownSince([{ receipts: [newest, between, late], nextCursor: "after-3" }]);
  assert.ok(since !== undefined);
  for (const receipt of [newest, between, late]) assert.ok(placeOf(receipt) >= since);
});

test("a sale counts the credit notes that came after it, and keeps what was refunded without one", () => {
  const [note, sale] = receiptsAt(9, 8);
  assert.ok(note && sale);
  const refund = { ...note, kind: "refund" as const, refundOf: sale.paymentId, amount: 400 };
  const counted = (refundedAmount: number) =>
    countRefunds([refund, { ...sale, refundedAmount }])[1]?.refundedAmount;
  assert.equal(counted(0), 400);
  assert.equal(counted(400), 400);
  assert.equal(counted(900), 900);
});

function all(...receipts: ListedReceipt[]): KnownReceipts {
  return { receipts, nextCursor: null };
}

function receiptsAt(...days: number[]): ListedReceipt[] {
  return days.map((day) => ({
    paymentId: `pay_${day}`,
    kind: "sale",
    refundOf: null,
    receiptId: `rcpt-${day}`,
    transactionId: `txn-${day}`,
    receiptStatus: "sealed",
    paymentStatus: "succeeded",
    gateway: "gateway_one",
    amount: 1290,
    currency: "eur",
    refundedAmount: 0,
    keyId: "key_1",
    keyIds: ["key_1"],
    createdAt: `2026-11-0${day}T09:30:00.000Z`,
    deliveredBy: "card",
    deliveredAt: `2026-11-0${day}T09:30:01.000Z`,
    sealedAt: "service",
    keyKind: "cardholder",
  }));
}
