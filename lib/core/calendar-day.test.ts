import assert from "node:assert/strict";
import { test } from "node:test";
import { createDayOf } from "./calendar-day.ts";

test("a moment is a day of its zone", () => {
  const moment = new Date("2026-01-01T02:30:00Z");
  assert.equal(createDayOf("UTC")(moment), "2026-01-01");
  assert.equal(createDayOf("America/New_York")(moment), "2025-12-31");
});

test("the day does not depend on the order in which the browser writes dates", (t) => {
  // As WebKitGTK and some versions of Safari and Chrome write Canada's.
  t.mock.getter(Intl.DateTimeFormat.prototype, "format", () => () => "01/31/2026");
  assert.equal(createDayOf("UTC")(new Date("2026-01-31T12:00:00Z")), "2026-01-31");
});
