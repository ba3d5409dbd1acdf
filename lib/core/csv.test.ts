import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { writeCsv } from "./csv.ts";

async function write(cells: unknown[]): Promise<string> {
  let csv = "";
  for await (const part of writeCsv(["id", "cell"], pageOf(cells))) csv += part;
  return csv;
}

async function* pageOf(cells: unknown[]) {
  yield cells.map((cell, id) => ({ id, cell }));
}

/** As RFC 4180 says: fields between commas and CRLF, in quotes or without any; nothing else ends a field. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  field.lastIndex = 0;
  while (field.lastIndex < csv.length) {
    const place = field.lastIndex;
    const [, quoted, plain, end] = field.exec(csv) ?? [];
    assert.ok(
      end !== undefined,
      `not RFC 4180 from ${JSON.stringify(csv.slice(place, place + 80))}`,
    );
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end !== ",") rows.push([]);
  }
  return rows.slice(0, -1);
}

const withoutMark = (csv: string) => csv.replace(/^\ufeff/, "");

const hostile: [name: string, cell: unknown, read: string][] = [
  ["a formula", "=1+1", "'=1+1"],
  ["a formula in full-width signs", "＝1+1", "'＝1+1"],
  ["a formula behind spaces", "  @SUM(1)", "'  @SUM(1)"],
  ["a formula behind a semicolon", "x;=1+2", "x;'=1+2"],
  ["a formula behind a semicolon and a space", "x; =1+2", "x;' =1+2"],
  ["a formula behind a tab", "x\t-1+2", "x\t'-1+2"],
  ["a formula behind each separator", ";=1\t+1\n@1\r-1", ";'=1\t'+1\n'@1\r'-1"],
  ["a formula in a new row", "r-1\n=1+1", "r-1\n'=1+1"],
  ["a formula in a new row of Windows", "r-1\r\n=1+1", "r-1\r\n'=1+1"],
  ["a lone line feed", "a\nb", "a\nb"],
  ["a lone carriage return", "scan\r", "scan\r"],
  ["a tab in front", "\t=1", "'\t'=1"],
  ["a forged row", 'a","b"\r\n"c","d', 'a","b"\r\n"c","d'],
  ["quotes alone", '"', '"'],
  ["separators", "a,b;c\td", "a,b;c\td"],
  ["a sign within", "a-b=c@d.example", "a-b=c@d.example"],
  ["letters of many kinds", "Bäckerei €, 寿司 🍣", "Bäckerei €, 寿司 🍣"],
  ["a number", -5, "-5"],
  ["a list", ["=a", "b"], "'=a b"],
  ["a time", new Date(0), "1970-01-01T00:00:00.000Z"],
  ["nothing", null, ""],
];

describe("a cell is read as it was written, and no formula begins in it", () => {
  for (const [name, cell, read] of hostile) {
    test(name, async () => {
      const [header, row, ...others] = readCsv(withoutMark(await write([cell])));
      assert.deepEqual(header, ["id", "cell"]);
      assert.deepEqual([row, others], [["0", read], []]);
    });
  }

  test("any text", async () => {
    const piece = fc.constantFrom(..."=+-@＝;,\t\r\n\"' a1\ufeffä", "\r\n", '""');
    const cell = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary" }),
    );
    const property = fc.asyncProperty(fc.array(cell, { minLength: 1 }), async (cells) => {
      const rows = readCsv(withoutMark(await write(cells)));
      const read = rows.slice(1).map(([, text = ""]) => text);
      assert.equal(rows.length, cells.length + 1);
      for (const [place, text] of read.entries()) {
        // Nothing but marks in front of formulas was added.
        const isShort =
          text.length <= (cells[place] ?? "").length + (text.match(/'/g) ?? []).length;
        assert.ok(isShort && text.replaceAll("'", "") === cells[place]?.replaceAll("'", ""));
        assert.doesNotMatch(text, /(^|[;\t\r\n]) *[=+\-@＝]/);
      }
    });
    await fc.assert(property);
  });
});

test("a file begins with a byte order mark, for Excel, and has no other", async () => {
  const csv = await write(["Bäckerei", "€"]);
  assert.equal(csv, "\ufeffid,cell\r\n0,Bäckerei\r\n1,€\r\n");
});
