import assert from "node:assert/strict";
import { test } from "node:test";
import { isNew } from "./known-lists.ts";

const receipt = { paymentId: "pay_1", createdAt: "2026-11-20T09:30:00.000Z" };

test("a receipt is new until it was looked at on this device", () => {
  assert.equal(isNew(receipt, {}, new Set()), true);
  assert.equal(isNew(receipt, {}, new Set(["pay_1"])), false);
});

test("what is older than a restored card was seen on the device before", () => {
  const restored = (restoredAt: string) => isNew(receipt, { restoredAt }, new Set());
  assert.equal(restored("2026-11-20T09:30:00.001Z"), false);
  assert.equal(restored("2026-11-20T09:29:59.000Z"), true);
});
