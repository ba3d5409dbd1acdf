import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { batched, reads } from "./batched.ts";

const refusal = new RangeError("refused");
const isRefusal = (error: unknown) => error === refusal;

/** Calls that run until they are ended, each by the texts that it has. */
function storeByHand() {
  const left: string[] = [];
  const ends = new Map<string, () => void>();
  const store = batched(async (texts: readonly string[]) => {
    const call = texts.join("");
    left.push(call);
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(call, resolve);
    await promise;
    return [...texts];
  }, isRefusal);
  return { store, left, end: (call: string) => ends.get(call)?.() };
}

describe("batched", () => {
  test("what one turn asks for runs together, 32 at the most, each with its own output", async () => {
    const sizes: number[] = [];
    const double = batched(async (numbers: readonly number[]) => {
      sizes.push(numbers.length);
      return numbers.map((number) => number * 2);
    }, isRefusal);
    const numbers = Array.from({ length: 70 }, (_, index) => index);
    assert.deepEqual(
      await Promise.all(numbers.map(double)),
      numbers.map((number) => number * 2),
    );
    assert.deepEqual(sizes, [32, 32, 6]);

    assert.equal(await double(7), 14);
    assert.deepEqual(sizes, [32, 32, 6, 1]);
  });

  test("reads leave as soon as four are asked for, fewer when the turn ends, each once", async () => {
    const left: string[] = [];
    const read = batched(
      async (texts: readonly string[]) => {
        left.push(texts.join(""));
        return [...texts];
      },
      isRefusal,
      reads,
    );
    const answers = ["a", "b", "c", "d", "e"].map(read);
    assert.deepEqual(left, ["abcd"]);

    await nextTurn();
    assert.deepEqual(left, ["abcd", "e"]);
    assert.deepEqual(await Promise.all(answers), ["a", "b", "c", "d", "e"]);
  });

  test("while a call runs, one that is not full waits until it has ended, and takes in what comes", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { store, left, end } = storeByHand();
    const answers = [];
    for (const text of ["a", "b", "c"]) {
      answers.push(store(text));
      await nextTurn();
    }
    assert.deepEqual(left, ["a"]);

    end("a");
    await nextTurn();
    assert.deepEqual(left, ["a", "bc"]);
    end("bc");
    assert.deepEqual(await Promise.all(answers), ["a", "b", "c"]);
  });

  test("nothing waits that is full, or for longer than three milliseconds", async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const { store, left, end } = storeByHand();
    const answers = [store("a")];
    await nextTurn();
    const full = Array.from({ length: 32 }, (_, index) => `${index} `);
    answers.push(...full.map(store));
    assert.deepEqual(left, ["a", full.join("")]);

    answers.push(store("b"));
    t.mock.timers.tick(2);
    await nextTurn();
    assert.equal(left.length, 2);
    t.mock.timers.tick(1);
    assert.equal(left.at(2), "b");
    for (const call of left) end(call);
    await Promise.all(answers);
  });

  test("an error stands for one input only", async () => {
    const positive = batched(
      async (numbers: readonly number[]) =>
        numbers.map((number) => (number > 0 ? number : new RangeError(`${number}`))),
      isRefusal,
    );
    const results = await Promise.allSettled([1, -1, 2].map(positive));
    assert.deepEqual(
      results.map(({ status }) => status),
      ["fulfilled", "rejected", "fulfilled"],
    );
  });

  test("what is refused as a whole runs again alone", async () => {
    const runs: string[] = [];
    const store = batched(async (texts: readonly string[]) => {
      runs.push(texts.join());
      if (texts.includes("bad")) throw refusal;
      return texts.map((text) => `${text} stored`);
    }, isRefusal);
    const results = await Promise.allSettled(["a", "bad", "b"].map(store));
    assert.deepEqual(
      results.map((result) => (result.status === "fulfilled" ? result.value : result.reason)),
      ["a stored", refusal, "b stored"],
    );
    assert.deepEqual(runs, ["a,bad,b", "a", "bad", "b"]);
  });

  test("what nobody knows the end of does not run again", async () => {
    let runs = 0;
    const store = batched(async (_texts: readonly string[]): Promise<string[]> => {
      runs += 1;
      throw new Error("connection lost");
    }, isRefusal);
    const results = await Promise.allSettled(["a", "b"].map(store));
    assert.deepEqual(
      results.map(({ status }) => status),
      ["rejected", "rejected"],
    );
    assert.equal(runs, 1);
  });
});
