import assert from "node:assert/strict";
import { test } from "node:test";
import { fromZonedText, toZonedText } from "./zoned-time.ts";

const cases: [at: string, timeZone: string, text: string][] = [
  ["2026-11-28T20:41:30.500Z", "UTC", "2026-11-28T20:41"],
  ["2026-11-28T20:41:00.000Z", "Asia/Kolkata", "2026-11-29T02:11"],
  ["2026-11-28T20:41:00.000Z", "America/New_York", "2026-11-28T15:41"],
  // Around the changes of the clocks, on March 8 and November 1.
  ["2026-03-08T06:59:00.000Z", "America/New_York", "2026-03-08T01:59"],
  ["2026-03-08T07:00:00.000Z", "America/New_York", "2026-03-08T03:00"],
  ["2026-11-01T04:30:00.000Z", "America/New_York", "2026-11-01T00:30"],
  ["2026-11-01T08:00:00.000Z", "America/New_York", "2026-11-01T03:00"],
];
for (const [at, timeZone, text] of cases) {
  test(`${at} is ${text} in ${timeZone}, and back`, () => {
    assert.equal(toZonedText(Date.parse(at), timeZone), text);
    const minute = Date.parse(at.replace(/:\d\d\.\d+Z$/, ":00Z"));
    assert.equal(fromZonedText(text, timeZone), minute);
  });
}

test("what is not complete is no moment", () => {
  for (const text of ["", "2026-11-28T", "2026-11-28T2"]) {
    assert.equal(fromZonedText(text, "UTC"), Number.NaN, text);
  }
});
