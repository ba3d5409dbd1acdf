import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_VISIT_AMOUNT } from "#lib/visits/contract.ts";
import { findPurchase, layOutPurchase } from "./visit-counter.ts";

test("the next purchase is another one, until all were made", () => {
  const totals = [0, 1, 2, 3].map((purchases) => layOutPurchase(purchases).total);
  assert.equal(new Set(totals).size, totals.length);
  assert.equal(totals[0], 980);
  assert.equal(layOutPurchase(4).total, 980);
});

test("a purchase is found by what was paid, and is within what a visit may pay", () => {
  for (const purchases of [0, 1, 2, 3]) {
    const totals = layOutPurchase(purchases);
    assert.equal(totals.lines.length, 2);
    assert.ok(totals.total <= MAX_VISIT_AMOUNT);
    assert.equal(findPurchase(totals.total), totals);
  }
  assert.equal(findPurchase(981), undefined);
});
