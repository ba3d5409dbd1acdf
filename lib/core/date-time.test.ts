import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDateTime } from "./date-time.ts";

const moments: [text: string, utc: string][] = [
  ["2026-11-20T09:30:00Z", "2026-11-20T09:30:00.000Z"],
  ["2026-11-20T09:30:00", "2026-11-20T09:30:00.000Z"],
  ["2026-11-20T09:30Z", "2026-11-20T09:30:00.000Z"],
  ["2026-11-20T09:30:00.123456+01:00", "2026-11-20T08:30:00.123Z"],
  ["2026-11-20T09:30:00,5+0530", "2026-11-20T04:00:00.500Z"],
  ["2026-11-20T09:30-03", "2026-11-20T12:30:00.000Z"],
  ["2028-02-29T00:00:00Z", "2028-02-29T00:00:00.000Z"],
];

for (const [text, utc] of moments) {
  test(`${text} is ${utc}`, () => assert.equal(parseDateTime(text)?.toISOString(), utc));
}

const refused = [
  "",
  "2026-11-20",
  "20 November 2026",
  "2026-11-20 09:30:00",
  "2026-02-30T09:30:00Z",
  "2027-02-29T09:30:00Z",
  "2026-13-01T09:30:00Z",
  "2026-11-20T25:00:00Z",
  "2026-11-20T09:61:00Z",
  "2026-11-20T09:30:00+25:00",
  "2026-11-20T09:30:00Zulu",
];

for (const text of refused) {
  test(`"${text}" is no date-time`, () => assert.equal(parseDateTime(text), undefined));
}
