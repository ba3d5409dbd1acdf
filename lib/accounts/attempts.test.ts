import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { setTestConfig } from "#lib/testing/test-config.ts";
import {
  accountCounter,
  addressCounter,
  FIRST_WAIT_SECONDS,
  MAX_WAIT_SECONDS,
  startAttempt,
} from "./attempts.ts";

beforeEach(() => {
  setTestConfig({});
  mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-11-20T12:00:00Z") });
});
afterEach(() => mock.timers.reset());

const counter = () => accountCounter("a@test.example", "192.0.2.1");

async function fail(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await startAttempt([counter()]);
}

async function waitAfterFailure(): Promise<number> {
  const refused = await startAttempt([counter()]);
  return refused.state === "too_many" ? refused.retryAfter : 0;
}

test("the wait doubles with each failure, up to the maximum", async () => {
  await fail(5);
  const waits = [];
  for (let round = 0; round < 11; round += 1) {
    assert.equal((await startAttempt([counter()])).state, "started");
    const wait = await waitAfterFailure();
    waits.push(wait);
    mock.timers.tick(wait * 1000);
  }
  assert.deepEqual(waits.slice(0, 4), [FIRST_WAIT_SECONDS, 10, 20, 40]);
  assert.deepEqual(waits.slice(-2), [MAX_WAIT_SECONDS, MAX_WAIT_SECONDS]);
});

test("a refused attempt lengthens no wait", async () => {
  await fail(6);
  for (let count = 0; count < 50; count += 1)
    assert.ok((await waitAfterFailure()) <= FIRST_WAIT_SECONDS);
  mock.timers.tick(FIRST_WAIT_SECONDS * 1000);
  assert.equal((await startAttempt([counter()])).state, "started");
  assert.equal(await waitAfterFailure(), FIRST_WAIT_SECONDS * 2);
});

test("an undecided attempt leaves no trace, and forgets nothing", async () => {
  await fail(5);
  for (let count = 0; count < 20; count += 1) {
    const attempt = await startAttempt([counter()]);
    assert.equal(attempt.state, "started");
    if (attempt.state === "started") await attempt.end("undecided");
  }
  await fail(1);
  assert.equal(await waitAfterFailure(), FIRST_WAIT_SECONDS);
});

test("a refusal by one counter counts for no other", async () => {
  await fail(6);
  for (let count = 0; count < 100; count += 1) {
    const both = await startAttempt([addressCounter("192.0.2.1"), counter()]);
    assert.equal(both.state, "too_many");
  }
  const other = accountCounter("b@test.example", "192.0.2.1");
  assert.equal((await startAttempt([addressCounter("192.0.2.1"), other])).state, "started");
});

test("all failures are forgotten after a day", async () => {
  await fail(6);
  mock.timers.tick(24 * 60 * 60 * 1000);
  for (let count = 0; count < 5; count += 1) assert.equal(await waitAfterFailure(), 0);
});
