import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_PAUSE_MS, MIN_PAUSE_MS, pauseBeforePoll } from "./poll-pause.ts";

test("an outage is polled less and less often, and never less than once a minute", () => {
  assert.equal(pauseBeforePoll({ answeredAt: 50_000, failedAt: 0 }), MIN_PAUSE_MS);

  const pauses: number[] = [];
  let now = 0;
  while (now < 600_000) {
    const pause = pauseBeforePoll({ answeredAt: 0, failedAt: now });
    pauses.push(pause);
    now += pause;
  }
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  );
  assert.equal(pauses[0], MIN_PAUSE_MS);
  assert.equal(pauses.at(-1), MAX_PAUSE_MS);
  assert.ok(pauses.length < 25, `${pauses.length} polls in ten minutes`);
});
