import assert from "node:assert/strict";
import { test } from "node:test";
import { note, sale, yen } from "./sample-receipts.ts";
import { selectReceipts } from "./select-receipts.ts";

const listed = [
  { paymentId: "ref_1", createdAt: "2026-11-21T09:00:00.000Z" },
  { paymentId: "pay_9", createdAt: "2026-11-20T22:30:00.000Z" },
  { paymentId: "pay_1", createdAt: "2026-11-20T08:30:00.000Z" },
] as unknown as Parameters<typeof selectReceipts>[0]["listed"];
const opened = new Map([sale, note, yen].map(({ paymentId, sealed }) => [paymentId, sealed]));

const cases: [
  name: string,
  days: [string, string],
  unlisted: boolean,
  found: string[],
  sealed: number,
][] = [
  ["all days", ["", ""], true, ["pay_2", "ref_1", "pay_1"], 1],
  ["only what the list has", ["", ""], false, ["ref_1", "pay_1"], 1],
  ["one day, in the reader's time zone", ["2026-11-20", "2026-11-20"], true, ["pay_1"], 0],
  ["from a day on", ["2026-11-21", ""], true, ["pay_2", "ref_1"], 1],
  ["until a day", ["", "2026-11-20"], true, ["pay_1"], 0],
];

for (const [name, [fromDay, toDay], withUnlisted, found, sealed] of cases) {
  test(`what can be read is selected, and what is sealed is counted: ${name}`, () => {
    const sources = { listed, opened, withUnlisted };
    // Where the sealed one is of the next day.
    const selected = selectReceipts(sources, { fromDay, toDay }, "Europe/Helsinki");
    assert.deepEqual(
      selected.readable.map(({ paymentId }) => paymentId),
      found,
    );
    assert.equal(selected.sealed, sealed);
  });
}
