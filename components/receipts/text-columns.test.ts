import assert from "node:assert/strict";
import { test } from "node:test";
import { clip, widthOf } from "./text-columns.ts";

const WIDTHS: [string, number][] = [
  ["", 0],
  ["Wien", 4],
  ["ragu\u0300", 4],
  ["麺屋 ひので", 11],
  ["（6個）", 7],
  ["한국", 4],
  ["🥐", 2],
  ["👩🏽‍🍳", 2],
  ["☕ 🏳️‍🌈", 5],
  ["\u200f1.750", 5],
  ["مكتبة", 5],
];

test("width is counted in terminal columns", () => {
  for (const [text, width] of WIDTHS) assert.equal(widthOf(text), width, text);
});

test("clipping keeps what fits and never splits a character", () => {
  assert.equal(clip("Lantern House", 13), "Lantern House");
  assert.equal(clip("Lantern House", 8), "Lantern…");
  assert.equal(clip("麺屋 ひので", 4), "麺…");
  assert.equal(clip("👩🏽‍🍳👩🏽‍🍳👩🏽‍🍳", 5), "👩🏽‍🍳👩🏽‍🍳…");
});
