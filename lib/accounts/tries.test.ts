import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { accountRung, addressRung, FIRST_WAIT, LONGEST_WAIT, takeTry } from "./tries.ts";

beforeEach(() => {
  setTestConfig({});
  mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-11-20T12:00:00Z") });
});
afterEach(() => mock.timers.reset());

const rung = () => accountRung("a@test.example", "192.0.2.1");

async function fail(count: number): Promise<void> {
  for (let done = 0; done < count; done += 1) await takeTry([rung()]);
}

async function waitAfterFailure(): Promise<number> {
  const refused = await takeTry([rung()]);
  return refused.state === "too_many" ? refused.retryAfter : 0;
}

test("the wait doubles with each failure, up to the longest", async () => {
  await fail(5);
  const waits = [];
  for (let round = 0; round < 11; round += 1) {
    assert.equal((await takeTry([rung()])).state, "taken");
    const wait = await waitAfterFailure();
    waits.push(wait);
    mock.timers.tick(wait * 1000);
  }
  assert.deepEqual(waits.slice(0, 4), [FIRST_WAIT, 10, 20, 40]);
  assert.deepEqual(waits.slice(-2), [LONGEST_WAIT, LONGEST_WAIT]);
});

test("a refused try makes nobody wait longer", async () => {
  await fail(6);
  for (let count = 0; count < 50; count += 1) assert.ok((await waitAfterFailure()) <= FIRST_WAIT);
  mock.timers.tick(FIRST_WAIT * 1000);
  assert.equal((await takeTry([rung()])).state, "taken");
  assert.equal(await waitAfterFailure(), FIRST_WAIT * 2);
});

test("an undecided try leaves no trace, and forgets nothing", async () => {
  await fail(5);
  for (let count = 0; count < 20; count += 1) {
    const attempt = await takeTry([rung()]);
    assert.equal(attempt.state, "taken");
    if (attempt.state === "taken") await attempt.end("undecided");
  }
  await fail(1);
  assert.equal(await waitAfterFailure(), FIRST_WAIT);
});

test("a refusal on one rung counts on no other", async () => {
  await fail(6);
  for (let count = 0; count < 100; count += 1) {
    const both = await takeTry([addressRung("192.0.2.1"), rung()]);
    assert.equal(both.state, "too_many");
  }
  const other = accountRung("b@test.example", "192.0.2.1");
  assert.equal((await takeTry([addressRung("192.0.2.1"), other])).state, "taken");
});

test("all failures are forgotten after a day", async () => {
  await fail(6);
  mock.timers.tick(24 * 60 * 60 * 1000);
  for (let count = 0; count < 5; count += 1) assert.equal(await waitAfterFailure(), 0);
});
