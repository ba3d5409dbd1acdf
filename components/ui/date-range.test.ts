import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { describeRange, isBackwards, rangeOf, toInstants, withDays } from "./date-range.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");

describe("toInstants", () => {
  test("a span ends now", () => {
    assert.deepEqual(toInstants(rangeOf("24h"), now), { from: "2026-03-09T12:00:00.000Z" });
    assert.deepEqual(toInstants(rangeOf("30d"), now), { from: "2026-02-08T12:00:00.000Z" });
  });

  test("today and yesterday are days of the reader's", () => {
    const late = Date.parse("2026-03-09T03:30:00.000Z");
    assert.deepEqual(toInstants(rangeOf("today"), late, "America/New_York"), {
      from: "2026-03-08T05:00:00.000Z",
      to: "2026-03-09T04:00:00.000Z",
    });
    assert.deepEqual(toInstants(rangeOf("yesterday"), late, "America/New_York"), {
      from: "2026-03-07T05:00:00.000Z",
      to: "2026-03-08T05:00:00.000Z",
    });
    assert.equal(toInstants(rangeOf("today"), late, "Asia/Tokyo").from, "2026-03-08T15:00:00.000Z");
  });

  test("any time asks for nothing, and so does a name that is none", () => {
    assert.deepEqual(toInstants(rangeOf("any"), now), {});
    assert.deepEqual(toInstants(rangeOf("constructor"), now), {});
  });

  test("two days are whole days where the reader is", () => {
    const range = { preset: "custom", fromDay: "2026-03-01", toDay: "2026-03-02" } as const;
    const { from = "", to = "" } = toInstants(range, now);
    assert.equal(Date.parse(to) - Date.parse(from), 2 * 24 * 3_600_000);
    assert.equal(new Date(from).getHours(), 0);
  });

  test("in a zone of the reader's choice, also on the day when its clocks change", () => {
    const range = { preset: "custom", fromDay: "2026-03-08", toDay: "2026-03-08" } as const;
    assert.deepEqual(toInstants(range, now, "America/New_York"), {
      from: "2026-03-08T05:00:00.000Z",
      to: "2026-03-09T04:00:00.000Z",
    });
    assert.equal(toInstants(range, now, "Asia/Kolkata").from, "2026-03-07T18:30:00.000Z");
    assert.equal(toInstants(range, now, "UTC").from, "2026-03-08T00:00:00.000Z");
  });

  for (const [timeZone, day, from, to] of [
    ["America/Santiago", "2026-04-04", "2026-04-04T03:00:00.000Z", "2026-04-05T04:00:00.000Z"],
    ["America/Santiago", "2026-04-05", "2026-04-05T04:00:00.000Z", "2026-04-06T04:00:00.000Z"],
    ["America/Santiago", "2026-09-05", "2026-09-05T04:00:00.000Z", "2026-09-06T04:00:00.000Z"],
    ["America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z", "2026-09-07T03:00:00.000Z"],
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    ["Atlantic/Azores", "2026-03-29", "2026-03-29T01:00:00.000Z", "2026-03-30T00:00:00.000Z"],
    ["Atlantic/Azores", "2026-10-25", "2026-10-25T00:00:00.000Z", "2026-10-26T01:00:00.000Z"],
  ] as const) {
    test(`${day} is whole in ${timeZone}, where clocks change at midnight`, () => {
      const range = { preset: "custom", fromDay: day, toDay: day } as const;
      assert.deepEqual(toInstants(range, now, timeZone), { from, to });
    });
  }

  test("a day that is not chosen leaves its end open", () => {
    const range = { preset: "custom", fromDay: "", toDay: "2026-03-02" } as const;
    assert.deepEqual(Object.keys(toInstants(range, now)), ["to"]);
  });

  test("days in the wrong order are told apart from a day that is not chosen", () => {
    const range = { preset: "custom", fromDay: "2026-03-02", toDay: "2026-03-01" } as const;
    assert.equal(isBackwards(range), true);
    assert.equal(isBackwards({ ...range, fromDay: "" }), false);
    assert.equal(isBackwards({ ...range, toDay: range.fromDay }), false);
    assert.equal(isBackwards({ ...range, preset: "7d" }), false);
  });
});

describe("days", () => {
  test("one day is enough, and without any the range is open", () => {
    const since = withDays(rangeOf("7d"), { fromDay: "2026-03-01" });
    assert.equal(describeRange(since), "Since Mar 1, 2026");
    assert.equal(
      describeRange(withDays(since, { toDay: "2026-03-02" })),
      "Mar 1, 2026 – Mar 2, 2026",
    );
    assert.equal(describeRange(withDays(since, { fromDay: "" })), "");
    assert.equal(describeRange(rangeOf("custom")), "");
  });
});
