import assert from "node:assert/strict";
import { test } from "node:test";
import { claimLink, isClaimCode, readClaimLink } from "./claim-code.ts";

const code = `clm_${"0aZ".repeat(9)}`;

test("a link leads back to its code", () => {
  for (const baseUrl of ["https://receipts.example", "http://localhost:3000/"]) {
    const link = claimLink(baseUrl, code);
    assert.match(link, /^https?:\/\/[^/]+\/claim#clm_/);
    assert.equal(readClaimLink(link), code);
  }
});

test("a bare code is taken as it is, with blanks around it", () => {
  assert.equal(readClaimLink(code), code);
  assert.equal(readClaimLink(` ${code}\n`), code);
});

for (const [name, text] of [
  ["nothing", ""],
  ["a code that is too short", code.slice(0, -1)],
  ["a code that is too long", `${code}a`],
  ["another digit", `${code.slice(0, -1)}_`],
  ["another prefix", code.replace("clm_", "tok_")],
  ["another page", `https://receipts.example/wallet#${code}`],
  ["a code that reaches the server", `https://receipts.example/claim?${code}`],
  ["another protocol", `javascript:/claim#${code}`],
  ["a link without a code", "https://receipts.example/claim"],
] as const) {
  test(`${name} is no code`, () => {
    assert.equal(isClaimCode(text), false);
    assert.equal(readClaimLink(text), undefined);
  });
}
