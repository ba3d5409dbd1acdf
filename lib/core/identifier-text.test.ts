import assert from "node:assert/strict";
import { test } from "node:test";
import { readIdentifier, type TypedKind } from "./identifier-text.ts";

const readable: [kind: TypedKind, typed: string, text: string][] = [
  ["phone", " +1 (212) 555-0143 ", "+12125550143"],
  ["phone", "+49 30\u00a090.18/20", "+4930901820"],
  ["email", " Ada@Example.COM ", "ada@example.com"],
  ["par", "q1j4 abcdefghijklmnopqrstuvwxy", "Q1J4ABCDEFGHIJKLMNOPQRSTUVWXY"],
  ["reference", " K-0042 ", "K-0042"],
];
for (const [kind, typed, text] of readable) {
  test(`${kind} ${JSON.stringify(typed)} is ${text}`, () => {
    assert.deepEqual(readIdentifier(kind, typed), { state: "valid", text });
  });
}

const unreadable: [kind: TypedKind, typed: string, reason: RegExp][] = [
  ["phone", "  ", /empty/],
  ["phone", "212 555 0143", /plus sign/],
  ["phone", "0049 30 901820", /plus sign/],
  ["phone", "+49 (0) 30 901820", /parentheses|digits/],
  ["phone", "+49 (0)30 901820", /parentheses/],
  ["phone", "+0 30 901820", /country code/],
  ["phone", "+1 212 55", /incomplete/],
  ["phone", "+1234567890123456", /15/],
  ["phone", "+1 212 CALL-ME", /other than digits/],
  ["phone", "++12125550143", /other than digits/],
  ["email", "ada", /ada@example\.com/],
  ["email", "ada@example", /ada@example\.com/],
  ["par", "Q1J4", /29/],
  ["reference", "x".repeat(129), /128/],
];
for (const [kind, typed, reason] of unreadable) {
  test(`${kind} ${JSON.stringify(typed)} is refused: ${reason.source}`, () => {
    const read = readIdentifier(kind, typed);
    assert.ok(read.state === "wrong");
    assert.match(read.reason, reason);
  });
}
