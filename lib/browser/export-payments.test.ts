import assert from "node:assert/strict";
import { test } from "node:test";
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
