import assert from "node:assert/strict";
import { test } from "node:test";
import { writeCsv } from "#lib/core/csv.ts";
import { countRecords } from "./export-payments.ts";

const cases: [string, string, number][] = [
  ["nothing", "", 0],
  ["a record that has not ended", "a,b", 0],
  ["two records", "a,b\r\n1,2\r\n", 2],
  ["a line feed in quotes", 'a\r\n"1\r\n2"\r\n', 2],
  ["a quote in quotes", 'a\r\n"1""\r\n2"\r\n', 2],
  ["letters of several bytes", "ä\r\nĊ\r\n", 2],
];
for (const [name, csv, records] of cases) {
  test(`${name}: ${records}, however it is cut`, () => {
    const bytes = new TextEncoder().encode(csv);
    assert.equal(countRecords()(bytes), records);

    const count = countRecords();
    let counted = 0;
    for (const byte of bytes) counted = count(Uint8Array.of(byte));
    assert.equal(counted, records);
  });
}

test("each record of the service's files once, whatever is in its cells", async () => {
  const names = ["a\nb", "a\r", "\r\n", '"\n', "\n\n=1", ";", "\ufeff", '"', ""];
  const rows = names.map((name) => ({ name, id: "r-1" }));
  const count = countRecords();
  let counted = 0;
  for await (const part of writeCsv(["name", "id"], pageOf(rows))) {
    counted = count(new TextEncoder().encode(part));
  }
  assert.equal(counted, rows.length + 1);
});

async function* pageOf<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}
