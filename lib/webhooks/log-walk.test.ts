import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoggedEvent } from "#lib/events/logged-event.ts";
import { LogWalk } from "./log-walk.ts";

/** Counts how often its id or position is looked at. */
function countedEvents(count: number): { events: LoggedEvent[]; looks: () => number } {
  let looks = 0;
  const events = Array.from({ length: count }, (_, number) => ({
    organizationId: "org_1",
    environment: "development" as const,
    get position() {
      looks += 1;
      return number + 1;
    },
    get id() {
      looks += 1;
      return `evt_${number}`;
    },
    type: "payment.succeeded" as const,
    createdAt: new Date(),
    subject: `pay_${number}`,
    data: {},
    matchData: null,
  }));
  return { events, looks: () => looks };
}

test("what is done behind an event that hangs is not looked through for each one that follows", () => {
  const walk = new LogWalk(0);
  const { events, looks } = countedEvents(3_000);
  for (let read = 0; read < events.length; read += 10) {
    walk.add(events.slice(read, read + 10), read + 10);
    for (let event = walk.take(() => true); event; event = walk.take(() => true)) {
      if (read > 0) walk.markDone(event.id);
      assert.equal(walk.doneTo, 0);
    }
  }
  assert.ok(looks() < 10 * events.length, `${looks()} looks`);
  for (let number = 0; number < 10; number += 1) {
    assert.equal(walk.doneTo, number);
    walk.markDone(`evt_${number}`);
  }
  assert.equal(walk.doneTo, 3_000);
});

test("the position is before the first that is not done, in whatever order they end", () => {
  const walk = new LogWalk(0);
  walk.add(countedEvents(2_500).events, 2_600);
  const taken: string[] = [];
  for (let event = walk.take(() => true); event; event = walk.take(() => true))
    taken.push(event.id);
  assert.equal(walk.isFull, true);
  for (const id of taken.slice(0, 2_000)) walk.markDone(id);
  assert.equal(walk.doneTo, 2_000);
  assert.equal(walk.isFull, false);
  for (const id of taken.slice(2_001)) walk.markDone(id);
  assert.equal(walk.doneTo, 2_000);
  walk.markDone("evt_2000");
  assert.equal(walk.doneTo, 2_600);
});

test("one that is not wanted any more is done, and one on its way is not", () => {
  const walk = new LogWalk(0);
  walk.add(countedEvents(3).events, 3);
  const first = walk.take(() => true);
  walk.skip(() => true);
  assert.deepEqual([walk.waiting, walk.doneTo], [0, 0]);
  walk.markDone(first?.id ?? "");
  assert.equal(walk.doneTo, 3);
});
