import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { directionOf, isolated, printedText } from "./printed-text.ts";

const cases: [name: string, text: string, printed: string][] = [
  ["line breaks of every kind", "a\nb\r\nc\rd\u2028e\u2029f\u0085g\vh\fi", "a b c d e f g h i"],
  ["tabs and controls", "a\tb\u0000c\u001bd\u009be", "a b c d e"],
  ["overrides, embeddings, and isolates", "\u202ea\u202bb\u2066c\u2069d\u206fe\u202c", "abcde"],
  ["marks that cover the next line", `Z${"\u0310".repeat(60)}ebra`, `Z${"\u0310".repeat(4)}ebra`],
  ["nothing of two blanks", "MILK  1L ", "MILK  1L "],
  ["nothing of a family, and of its joiners", "👩‍👩‍👧‍👦 خانه‌ها", "👩‍👩‍👧‍👦 خانه‌ها"],
  ["nothing of the marks for left and right", "א\u200f 3\u200e", "א\u200f 3\u200e"],
  ["nothing of Hebrew points", "שָּׁלוֹם", "שָּׁלוֹם"],
];

describe("printedText removes", () => {
  for (const [name, text, printed] of cases) {
    test(name, () => assert.equal(printedText(text), printed));
  }
});

test("isolated encloses what is written from right to left, wholly or in part", () => {
  assert.equal(isolated("Bread €1.00"), "Bread €1.00");
  for (const text of ["לחם", "ABC חלב 3%", "خبز", "\u200f10.00 €"]) {
    assert.equal(isolated(text), `\u2068${text}\u2069`);
  }
});

test("directionOf follows the first letter or mark", () => {
  const expected = {
    "3 לחם": "rtl",
    "ABC חלב": "ltr",
    "خبز A": "rtl",
    "12 €": "ltr",
    "\u200f12 €": "rtl",
  };
  for (const [text, direction] of Object.entries(expected)) {
    assert.equal(directionOf(text), direction, text);
  }
});
