import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LoadShedder } from "./load-shedder.ts";

/** A process on which no time passes by itself. */
function createProcess() {
  const state = { now: 0, waiting: 0 };
  const shedder = new LoadShedder({
    now: () => state.now,
    countWaiting: () => state.waiting,
  });
  const begin = () => {
    const seconds = shedder.refusedForSeconds();
    if (seconds === undefined) shedder.begin();
    return seconds;
  };
  return {
    state,
    begin,
    /** How many of so many calls are taken. */
    take: (calls: number) => times(calls, () => begin() ?? "taken").taken ?? 0,
    end: (calls: number) => void times(calls, () => shedder.end()),
    /** Completes and takes so many calls a second, evenly. */
    run(perSecond: number, seconds: number) {
      for (let call = 0; call < perSecond * seconds; call++) {
        begin();
        state.now += 1_000 / perSecond;
        shedder.end();
      }
    },
  };
}

function times(count: number, act: () => unknown): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let turn = 0; turn < count; turn++) {
    const result = String(act());
    counts[result] = (counts[result] ?? 0) + 1;
  }
  return counts;
}

describe("how many are taken", () => {
  test("a burst, by a server that has done nothing yet", () => {
    const { take } = createProcess();
    assert.equal(take(512), 512);
    assert.equal(take(10), 0);
  });

  test("as many again as have ended", () => {
    const { take, end } = createProcess();
    take(600);
    end(40);
    assert.equal(take(100), 40);
  });

  test("the work of a quarter of a second, where that is more", () => {
    const { run, take } = createProcess();
    run(4_000, 2);
    assert.equal(take(2_000), 1_000);
  });

  test("the burst still, by a server that completes little", () => {
    const { run, take } = createProcess();
    run(20, 2);
    assert.equal(take(2_000), 512);
  });

  test("any number of those that wait for a provider", () => {
    const { state, take } = createProcess();
    for (let round = 0; round < 10; round++) {
      assert.equal(take(200), 200);
      state.waiting += 200;
    }
    assert.equal(take(1_000), 512);
    state.waiting = 0;
    assert.equal(take(1), 0, "they are in progress again");
  });

  test("none more where completions have ceased, and all again once they go on", () => {
    const { state, run, take, end } = createProcess();
    run(4_000, 2);
    take(1_000);
    state.now += 30_000;
    assert.equal(take(1), 0);
    end(1_000);
    assert.equal(take(512), 512);
  });
});

describe("when to come again", () => {
  test("in a second, where a second completes all that is in progress", () => {
    const { run, take, begin } = createProcess();
    run(4_000, 2);
    take(1_000);
    assert.equal(begin(), 1);
  });

  test("when those in progress will be done, where the server is slow", () => {
    const { run, take, begin } = createProcess();
    run(200, 2);
    take(512);
    assert.equal(begin(), 3);
  });

  test("in 5 seconds, where nothing is completed", () => {
    const { take, begin } = createProcess();
    take(512);
    assert.equal(begin(), 5);
  });
});
