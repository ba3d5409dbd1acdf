import assert from "node:assert/strict";
import { test } from "node:test";
import { createUserCode, normalizeUserCode } from "./user-code.ts";

test("a code is eight consonants, and each comes up", () => {
  const codes = Array.from({ length: 500 }, createUserCode);
  for (const code of codes) assert.match(code, /^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
  assert.equal(new Set(codes).size, codes.length);
  assert.equal(new Set(codes.join("")).size, 21);
});

const typed = [
  ["as it is shown", "WDJB-MJHT", "WDJB-MJHT"],
  ["in lower case and without the hyphen", " wdjbmjht ", "WDJB-MJHT"],
  ["with a vowel", "WDJB-MJHA", undefined],
  ["too short", "WDJB-MJH", undefined],
  ["too long", "WDJB-MJHTT", undefined],
] as const;

for (const [name, text, code] of typed) {
  test(`a code ${name}`, () => assert.equal(normalizeUserCode(text), code));
}
