import assert from "node:assert/strict";
import { test } from "node:test";
import { formatRelativeTime } from "./relative-time.ts";

const now = Date.parse("2026-03-10T12:00:00Z");
const cases: [string, string][] = [
  ["2026-03-10T11:59:40Z", "just now"],
  ["2026-03-10T12:00:20Z", "just now"],
  ["2026-03-10T12:00:45Z", "in a moment"],
  ["2026-03-10T11:58:30Z", "1 minute ago"],
  ["2026-03-10T09:00:00Z", "3 hours ago"],
  ["2026-03-09T11:00:00Z", "yesterday"],
  ["2026-03-13T12:00:00Z", "in 3 days"],
  ["2026-03-13T11:55:00Z", "in 3 days"],
  ["2026-03-08T00:05:00Z", "2 days ago"],
  ["2025-12-24T12:00:00Z", "Dec 24, 2025"],
];
for (const [at, words] of cases) {
  test(`${at} is ${words}`, () => assert.equal(formatRelativeTime(Date.parse(at), now), words));
}
