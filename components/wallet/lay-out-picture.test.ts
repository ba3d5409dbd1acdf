import assert from "node:assert/strict";
import { test } from "node:test";
import type { PaperReceipt } from "#components/receipts/describe-receipt.ts";
import { layOutPicture, type PictureRow } from "./lay-out-picture.ts";
import { paginate } from "./paginate.ts";

const measure = (text: string) => 8 * Array.from(text).length;

test("a name keeps its blanks and its row, with its price at the other edge", () => {
  assert.deepEqual(textsOf("MILK 1L    2,5% FAT"), [["MILK 1L    2,5% FAT", "€5.00"]]);
  assert.deepEqual(textsOf("Corner  Bakery  €0.01"), [["Corner  Bakery  €0.01", "€5.00"]]);
});

test("a long name breaks between words, a long word between letters, and the price is on the first row", () => {
  const rows = textsOf(`Sourdough bread from yesterday, half price, ${"x".repeat(50)}`);
  assert.deepEqual(rows, [
    ["Sourdough bread from yesterday, half", "€5.00"],
    [`price, ${"x".repeat(29)}`, ""],
    ["x".repeat(21), ""],
  ]);
  const family = "👩‍👩‍👧‍👦";
  for (const [label = ""] of textsOf(family.repeat(20))) {
    assert.equal(label.replaceAll(family, ""), "");
  }
});

test("a name from right to left is drawn in its own direction, at the left edge", () => {
  const [[row] = []] = layOutPicture(paperOf("לחם 3 יחידות"), measure).slice(1);
  assert.ok(row?.kind === "texts");
  assert.deepEqual(row.texts, [
    { text: "לחם 3 יחידות", direction: "rtl", align: "left" },
    { text: "€5.00", direction: "ltr", align: "right" },
  ]);
});

test("a long receipt is divided evenly between items, and one beyond every limit is refused", () => {
  const item: PictureRow[] = [row(20), row(20)];
  const pages = paginate(Array.from({ length: 250 }, () => item)) ?? [];
  assert.deepEqual(
    pages.map((rows) => rows.length),
    [168, 168, 164],
  );
  const most = paginate(Array.from({ length: 2400 }, () => item));
  assert.equal(most?.length, 10);
  assert.equal(paginate(Array.from({ length: 2600 }, () => item)), undefined);
  assert.equal(paginate([item])?.length, 1);
});

function row(height: number): PictureRow {
  return { kind: "rule", height, left: 0, right: 0 };
}

function paperOf(label: string): PaperReceipt {
  const price = { amount: 500, text: "€5.00" };
  return {
    head: [],
    items: [
      { label, price, taxCode: undefined, factors: undefined, discount: undefined, details: [] },
    ],
    itemsNote: undefined,
    sums: [],
    sumsNote: undefined,
    taxTable: undefined,
    facts: [],
    policy: [],
    fiscal: undefined,
  };
}

/** Label and value of the item's rows. */
function textsOf(label: string): string[][] {
  const [, rows = []] = layOutPicture(paperOf(label), measure);
  return rows.map((row) => (row.kind === "texts" ? row.texts.map(({ text }) => text) : []));
}
