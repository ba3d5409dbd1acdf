import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { shiftClock } from "#lib/testing/shift-clock.ts";
import { ANSWER_SECONDS } from "./contract-deliveries.ts";
import { currentMoment, LEASE_SECONDS, Lease } from "./lease.ts";

/** The last moment at which an attempt ends before the lease does. */
const LAST_MS = (LEASE_SECONDS - ANSWER_SECONDS - 1) * 1000;

test("an attempt begins only where it ends before the lease does", (context) => {
  const shift = shiftClock(context);
  const lease = new Lease(currentMoment());
  shift(LAST_MS - 1_000);
  assert.equal(lease.coversAttempt(), true);
  shift(1_000);
  assert.equal(lease.coversAttempt(), false);
  lease.renew(currentMoment());
  assert.equal(lease.coversAttempt(), true);
});

test("time in which the machine slept counts, of which the steady clock knows nothing", (context) => {
  const now = Date.now();
  const clock = mock.method(Date, "now", () => now);
  context.after(() => clock.mock.restore());
  const lease = new Lease(currentMoment());
  clock.mock.mockImplementation(() => now + LAST_MS);
  assert.equal(lease.coversAttempt(), false);
});

test("a clock that is set back makes no lease longer", (context) => {
  const shift = shiftClock(context);
  const now = Date.now();
  const clock = mock.method(Date, "now", () => now);
  context.after(() => clock.mock.restore());
  const lease = new Lease(currentMoment());
  clock.mock.mockImplementation(() => now - 3_600_000);
  shift(LAST_MS);
  assert.equal(lease.coversAttempt(), false);
});
