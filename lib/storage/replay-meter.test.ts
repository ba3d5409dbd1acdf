import assert from "node:assert/strict";
import { test } from "node:test";
import { createReplayMeter } from "./replay-meter.ts";

test("a standby is complete until the newest moment whose log it has replayed", () => {
  const meter = createReplayMeter();
  assert.equal(meter.completeUntil(), undefined);
  meter.noteWritten({ at: 1, lsn: 100 });
  meter.noteReplayed(99);
  assert.equal(meter.completeUntil(), undefined);
  meter.noteWritten({ at: 2, lsn: 200 });
  meter.noteWritten({ at: 3, lsn: 300 });
  meter.noteReplayed(250);
  assert.equal(meter.completeUntil(), 2);
  meter.noteReplayed(299);
  assert.equal(meter.completeUntil(), 2);
});

test("while the primary is idle, a standby that has everything does not age", () => {
  const meter = createReplayMeter();
  for (const at of [1, 2, 3]) {
    meter.noteWritten({ at, lsn: 100 });
    meter.noteReplayed(100);
    assert.equal(meter.completeUntil(), at);
  }
});

test("a standby that has lost its primary ages, with all that it received replayed", () => {
  const meter = createReplayMeter();
  meter.noteWritten({ at: 1, lsn: 100 });
  meter.noteReplayed(100);
  for (const at of [2, 3, 4]) {
    meter.noteWritten({ at, lsn: at * 100 });
    meter.noteReplayed(100);
  }
  assert.equal(meter.completeUntil(), 1);
});

test("a standby ahead of the primary follows another one", () => {
  const meter = createReplayMeter();
  assert.equal(meter.noteWritten({ at: 1, lsn: 300 }), true);
  meter.noteReplayed(300);
  assert.equal(meter.noteWritten({ at: 2, lsn: 200 }), false);
  // Once the new primary has written more, the standby has none of that.
  assert.equal(meter.noteWritten({ at: 3, lsn: 400 }), true);
  meter.noteReplayed(300);
  assert.equal(meter.completeUntil(), undefined);
});

test("a standby that was copied anew is behind until it has caught up", () => {
  const meter = createReplayMeter();
  meter.noteWritten({ at: 1, lsn: 100 });
  meter.noteReplayed(100);
  meter.noteReplayed(50);
  assert.equal(meter.completeUntil(), undefined);
});

test("after a move to a PostgreSQL whose log is shorter, its own standby is measured", () => {
  const meter = createReplayMeter();
  meter.noteWritten({ at: 1, lsn: 9_000 });
  meter.noteReplayed(9_000);
  // The primary is asked first, the standby after it.
  assert.equal(meter.noteWritten({ at: 2, lsn: 100 }), false);
  meter.noteReplayed(100);
  assert.equal(meter.noteWritten({ at: 3, lsn: 200 }), true);
  meter.noteReplayed(200);
  assert.equal(meter.completeUntil(), 3);
});
