import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetClaim, keepClaim, readClaim } from "./pending-claim.ts";

test("a kept code is forgotten once it is used, and not when another one is", () => {
  keepClaim("clm_kept");
  forgetClaim("clm_other");
  assert.equal(readClaim(), "clm_kept");
  forgetClaim("clm_kept");
  assert.equal(readClaim(), undefined);
});

test("a wallet that is erased forgets any code", () => {
  keepClaim("clm_kept");
  forgetClaim();
  assert.equal(readClaim(), undefined);
});
