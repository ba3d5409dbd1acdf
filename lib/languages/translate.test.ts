import assert from "node:assert/strict";
import { test } from "node:test";
import { createTranslate } from "./create-translate.ts";
import { german } from "./german.ts";
import { english } from "./translate.ts";

const t = createTranslate("de", german);

test("a sentence is the reader's, with its values", () => {
  assert.equal(english("Move {card} up", { card: "Visa" }), "Move Visa up");
  assert.equal(t("Move {card} up", { card: "Visa" }), "Visa nach oben");
});

test("a value that looks like a placeholder stays as it is", () => {
  assert.equal(t("Move {card} up", { card: "{card} $1" }), "{card} $1 nach oben");
});

test("numbers are written and counted as the language does", () => {
  const count = (number: number) =>
    [english, t].map((one) => one.count(number, "1 new receipt", "{count} new receipts"));
  assert.deepEqual(count(1), ["1 new receipt", "1 neuer Beleg"]);
  assert.deepEqual(count(0), ["0 new receipts", "0 neue Belege"]);
  assert.deepEqual(count(1200), ["1,200 new receipts", "1.200 neue Belege"]);
});

test("a sentence is left open where its values are elements", () => {
  assert.equal(english("Refund for {sale}", undefined), "Refund for {sale}");
  assert.equal(t("Refund for {sale}", undefined), "Erstattung zu: {sale}");
});

test("a label within a sentence keeps its capital in German alone", () => {
  assert.equal(english.inSentence("Receipt number"), "receipt number");
  assert.equal(english.inSentence("URL"), "URL");
  assert.equal(t.inSentence("Belegnummer"), "Belegnummer");
});
