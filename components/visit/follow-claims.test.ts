import assert from "node:assert/strict";
import { test } from "node:test";
import { followClaims } from "./follow-claims.ts";

const card = { hashedPan: "ab", last4: "4242" };
const none = { receiptId: "BD-9", claimCode: undefined };

test("the code that the till has received is kept while its receipt waits", () => {
  const received = { receiptId: "BD-1", claimCode: "clm_1" };
  const kept = { "BD-1": { ...card, claimCode: "clm_1" } };
  assert.deepEqual(followClaims({ "BD-1": card }, [], received), kept);
  const waiting = [{ receiptId: "BD-1", receiptStatus: "escrowed" as const }];
  assert.deepEqual(followClaims({ "BD-1": card }, waiting, received), kept);
  assert.equal(followClaims(kept, waiting, received), undefined);
  assert.equal(followClaims(kept, waiting, none), undefined);
});

test("a used code is forgotten, also while the till still has the answer with it", () => {
  const taken = [{ receiptId: "BD-1", receiptStatus: "sealed" as const }];
  const kept = { "BD-1": { ...card, claimCode: "clm_1" } };
  assert.deepEqual(followClaims(kept, taken, none), { "BD-1": card });
  const received = { receiptId: "BD-1", claimCode: "clm_1" };
  assert.deepEqual(followClaims(kept, taken, received), { "BD-1": card });
  assert.equal(followClaims({ "BD-1": card }, taken, received), undefined);
});
