import assert from "node:assert/strict";
import { test } from "node:test";
import { english } from "#lib/languages/translate.ts";
import { groupByDay, nameDay } from "./day-groups.ts";

test("days are those of the reader's calendar, and keep their order", () => {
  const receipts = ["2026-11-22T03:30:00Z", "2026-11-21T23:00:00Z", "2026-11-21T02:00:00Z"].map(
    (createdAt) => ({ createdAt }),
  );
  const daysIn = (timeZone: string) =>
    groupByDay(receipts, timeZone).map((group) => [group.day, group.receipts.length]);
  assert.deepEqual(daysIn("America/New_York"), [
    ["2026-11-21", 2],
    ["2026-11-20", 1],
  ]);
  assert.deepEqual(daysIn("UTC"), [
    ["2026-11-22", 1],
    ["2026-11-21", 2],
  ]);
});

test("a day is named as people say it", () => {
  const today = "2026-03-01";
  for (const [day, expected] of [
    ["2026-03-01", "Today"],
    ["2026-02-28", "Yesterday"],
    ["2026-02-27", "Friday, February 27"],
    ["2025-12-31", "Wednesday, December 31, 2025"],
  ] as const) {
    assert.equal(nameDay(day, today, "en-US", english), expected);
  }
  assert.equal(nameDay("2026-02-27", today, "de-DE", english), "Freitag, 27. Februar");
});
