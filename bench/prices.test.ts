import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCosts, type Use } from "./prices.ts";

const nothing: Use = {
  serverMs: 0,
  databaseMs: 0,
  tables: new Map(),
  logBytes: 0,
  inBytes: 0,
  outBytes: 0,
  webhookBytes: 0,
};

function readRow(use: Partial<Use>, name: string): string[] {
  const lines = formatCosts({ ...nothing, ...use }).split("\n");
  const line = lines.find((one) => one.startsWith(`| ${name} |`)) ?? assert.fail(name);
  return line.replace(/ \|$/, "").split(" | ").slice(1);
}

test("the smallest machines are paid for until payments need more", () => {
  // 5 cores × 730 hours × $0.045, divided by the millions of a month.
  assert.deepEqual(readRow({}, "servers and worker"), ["164.25", "16.43", "1.64", "0.16"]);
  // A second of a core each, at four times the mean rate and half busy: 2,222 core-hours a million.
  const [, ten] = readRow({ serverMs: 1_000 }, "servers and worker");
  assert.equal(ten, "100.00");
});

test("a table is counted for as long as its rows are kept", () => {
  const ofYear = readRow({ tables: new Map([["payment", 1_000]]) }, "disks, for a year")[0];
  const ofMonth = readRow({ tables: new Map([["request_log", 1_000]]) }, "disks, for a year")[0];
  // 1 GB, twice that on disk, on three machines, at $0.12 for each of twelve months.
  assert.deepEqual([ofYear, ofMonth], ["8.64", "0.71"]);
});
