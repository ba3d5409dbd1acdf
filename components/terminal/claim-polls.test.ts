import assert from "node:assert/strict";
import { test } from "node:test";
import { pauseForClaim } from "./claim-polls.ts";

const waiting = { status: "succeeded", veroMetadata: { receiptStatus: "escrowed" } } as const;

test("while a paid receipt waits for a wallet, the till looks again, for a quarter of an hour", () => {
  assert.equal(pauseForClaim(waiting, 0), 6_000);
  assert.equal(pauseForClaim(waiting, 15 * 60_000 - 1), 6_000);
  assert.equal(pauseForClaim(waiting, 15 * 60_000), false);
});

test("a receipt that was taken, or is void, is over", () => {
  assert.equal(pauseForClaim({ ...waiting, veroMetadata: { receiptStatus: "sealed" } }, 0), false);
  const failed = { status: "failed", veroMetadata: { receiptStatus: "void" } } as const;
  assert.equal(pauseForClaim(failed, 0), false);
});
