import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { LoadShedder, type Place } from "./load-shedder.ts";

/** A process on which no time passes by itself. */
function createProcess() {
  const state = { now: 0 };
  const shedder = new LoadShedder({ now: () => state.now });
  const places: Place[] = [];
  const begin = () => {
    const seconds = shedder.refusedForSeconds();
    if (seconds === undefined) places.push(shedder.begin());
    return seconds;
  };
  const end = () => places.pop()?.end();
  return {
    state,
    places,
    begin,
    /** How many of so many calls are taken. */
    take: (calls: number) => times(calls, () => begin() ?? "taken").taken ?? 0,
    end: (calls: number) => void times(calls, end),
    /** Completes and takes so many calls a second, evenly. */
    run(perSecond: number, seconds: number) {
      for (let call = 0; call < perSecond * seconds; call++) {
        begin();
        state.now += 1_000 / perSecond;
        end();
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
    assert.equal(take(1_024), 1_024);
    assert.equal(take(10), 0);
  });

  test("as many again as have ended", () => {
    const { take, end } = createProcess();
    take(1_100);
    end(40);
    assert.equal(take(100), 40);
  });

  test("the work of half a second, where that is more", () => {
    const { run, take } = createProcess();
    run(4_000, 2);
    assert.equal(take(3_000), 2_000);
  });

  test("the burst still, by a server that completes little", () => {
    const { run, take } = createProcess();
    run(20, 2);
    assert.equal(take(2_000), 1_024);
  });

  test("any number of those that wait for the outside", () => {
    const { places, take } = createProcess();
    for (let round = 0; round < 10; round++) {
      assert.equal(take(200), 200);
      for (const place of places.slice(round * 200)) place.pause();
    }
    assert.equal(take(2_000), 1_024);
    for (const place of places.slice(0, 2_000)) place.resume();
    assert.equal(take(1), 0, "they are in progress again");
  });

  test("none more where completions have ceased, and all again once they go on", () => {
    const { state, run, take, end } = createProcess();
    run(4_000, 2);
    take(2_000);
    state.now += 30_000;
    assert.equal(take(1), 0);
    end(2_000);
    assert.equal(take(1_024), 1_024);
  });
});

describe("when to come again", () => {
  test("in a second, where a second completes all that is in progress", () => {
    const { run, take, begin } = createProcess();
    run(4_000, 2);
    take(2_000);
    assert.equal(begin(), 1);
  });

  test("when those in progress will be done, where the server is slow", () => {
    const { run, take, begin } = createProcess();
    run(400, 2);
    take(1_024);
    assert.equal(begin(), 3);
  });

  test("in 5 seconds, where nothing is completed", () => {
    const { take, begin } = createProcess();
    take(1_024);
    assert.equal(begin(), 5);
  });
});

describe("the shares", () => {
  const admit = async (shedder: LoadShedder, holder: string, calls: number) => {
    const admitted: Place[] = [];
    for (let call = 0; call < calls; call += 1) {
      const place = shedder.begin();
      if (await place.takeTurn(holder)) admitted.push(place);
      else place.end();
    }
    return admitted;
  };

  test("one holder gets half, the next half of what is left, and each what it gives back", async () => {
    const shedder = new LoadShedder({ alwaysTaken: 12 });
    const mine = await admit(shedder, "a", 12);
    const theirs = await admit(shedder, "b", 12);
    assert.deepEqual([mine.length, theirs.length], [6, 3]);
    for (const place of mine) place.end();
    assert.equal((await admit(shedder, "b", 12)).length, 3);
  });

  test("one holder has half of the waits for the outside", async () => {
    const shedder = new LoadShedder({ outside: 8 });
    const pauseAll = (places: Place[]) => places.map((place) => place.pause());
    for (let call = 0; call < 8; call += 1) pauseAll(await admit(shedder, "a", 1));
    assert.equal(shedder.waiting, 4);
    pauseAll(await admit(shedder, "b", 1));
    assert.equal(shedder.waiting, 5);
  });

  test("waits within a wait are one", async () => {
    const shedder = new LoadShedder();
    const [place] = await admit(shedder, "a", 1);
    place?.pause();
    place?.pause();
    place?.resume();
    assert.equal(shedder.waiting, 1);
    place?.resume();
    assert.equal(shedder.waiting, 0);
  });

  test("beyond those that run at once, holders take turns", async () => {
    const shedder = new LoadShedder({ running: 1 });
    const order: string[] = [];
    const begun: Place[] = [];
    const begin = async (holder: string) => {
      const place = shedder.begin();
      await place.takeTurn(holder);
      order.push(holder);
      begun.push(place);
    };
    const calls = ["a", "a", "a", "b", "c"].map(begin);
    for (let call = 0; call < calls.length; call += 1) {
      await new Promise(setImmediate);
      begun[call]?.end();
    }
    await Promise.all(calls);
    assert.deepEqual(order, ["a", "a", "b", "c", "a"]);
  });

  test("a call that waits for the outside lets the next one run, and goes on without a turn", async () => {
    const shedder = new LoadShedder({ running: 1 });
    const [first] = await admit(shedder, "a", 1);
    const second = shedder.begin();
    const turn = second.takeTurn("a");
    first?.pause();
    assert.equal(await turn, true);
    first?.resume();
    first?.end();
    second.end();
  });
});
