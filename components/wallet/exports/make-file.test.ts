import assert from "node:assert/strict";
import { test } from "node:test";
import { english } from "#lib/languages/translate.ts";
import { type ExportFormat, makeFile } from "./make-file.ts";
import { sale } from "./sample-receipts.ts";

const count = 2_000;
const receipts = Array.from({ length: count }, (_, at) => ({ ...sale, paymentId: `pay_${at}` }));

function make(format: ExportFormat, onProgress: (done: number) => void, signal: AbortSignal) {
  return makeFile(
    { receipts, sealed: 0, exportedAt: "2026-11-29T12:00:00.000Z" },
    {
      format,
      signal,
      onProgress,
      locale: "en-US",
      t: english,
      timeZone: "UTC",
      check: async () => ({ alarms: [] }),
    },
  );
}

test("between the slices of a large export, other work is done, and its progress is told", async () => {
  const told: number[] = [];
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  const file = await make("csv", (done) => told.push(done), new AbortController().signal);
  clearInterval(timer);
  assert.ok(turns > 1, `${turns} turns`);
  assert.ok(told.length > 1);
  assert.deepEqual(
    told,
    told.toSorted((a, b) => a - b),
  );
  assert.equal((await file.text()).split("\r\n").length, 1 + 5 * count + 1);
  assert.match(file.name, /^receipts-\d{4}-\d\d-\d\d\.csv$/);
});

test("a canceled export ends at once, without a file", async () => {
  const controller = new AbortController();
  let last = 0;
  const stop = (done: number) => {
    last = done;
    controller.abort();
  };
  await assert.rejects(make("csv", stop, controller.signal), { name: "AbortError" });
  assert.ok(last < count);
});
