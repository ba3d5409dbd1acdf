import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { RETRY_SECONDS } from "./contract-deliveries.ts";
import { afterFailure, DOWN_AFTER, type Health, healthy, isPaused, noticeDue } from "./health.ts";
import { retryAt } from "./schedule.ts";

function failTimes(times: number, kind: "first" | "retry" = "first"): Health {
  let health = healthy;
  for (let time = 0; time < times; time += 1) health = afterFailure(health, new Date(), kind);
  return health;
}

const pauseOf = ({ pausedUntil }: Health) =>
  Math.round(((pausedUntil?.getTime() ?? Number.NaN) - Date.now()) / 1000);

describe("an endpoint that fails", () => {
  test("is not paused before it is down", () => {
    assert.equal(isPaused(failTimes(DOWN_AFTER - 1)), false);
  });

  test("is paused for 5 s, doubling up to 5 minutes", () => {
    const pauses = Array.from({ length: 9 }, (_, more) => pauseOf(failTimes(DOWN_AFTER + more)));
    assert.deepEqual(pauses, [5, 10, 20, 40, 80, 160, 300, 300, 300]);
    assert.equal(pauseOf(failTimes(DOWN_AFTER + 5_000)), 300);
  });

  test("is tried again at the same time, whatever its retries come to", () => {
    const down = failTimes(DOWN_AFTER);
    const later = afterFailure(down, new Date(), "retry");
    assert.deepEqual(later.pausedUntil, down.pausedUntil);
    assert.equal(isPaused(failTimes(DOWN_AFTER, "retry")), true);
  });
});

test("owners are warned after a day, once, and the endpoint is disabled after five", () => {
  const since = (days: number) => new Date(Date.now() - days * 86_400_000);
  const notices = [0.9, 1, 4.9, 5].map((days) =>
    noticeDue({ failingSince: since(days), warnedAt: null }),
  );
  assert.deepEqual(notices, ["none", "warning", "warning", "disabling"]);
  assert.equal(noticeDue({ failingSince: since(2), warnedAt: since(1) }), "none");
  assert.equal(noticeDue({ failingSince: null, warnedAt: null }), "none");
});

test("the schedule is the contract's, with up to a tenth more", () => {
  const failedAt = new Date("2026-11-28T10:00:00Z");
  const pauses = (random: number) =>
    RETRY_SECONDS.map(
      (_, index) => Number(retryAt(index + 1, failedAt, random)) - Number(failedAt),
    );
  assert.deepEqual(
    pauses(0),
    RETRY_SECONDS.map((seconds) => seconds * 1000),
  );
  assert.deepEqual(
    pauses(1),
    RETRY_SECONDS.map((seconds) => seconds * 1100),
  );
  assert.equal(retryAt(RETRY_SECONDS.length + 1, failedAt), null);
});
