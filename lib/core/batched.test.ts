import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { batched, reads } from "./batched.ts";

const refusal = new RangeError("refused");
const isRefusal = (error: unknown) => error === refusal;

describe("batched", () => {
  test("what one turn asks for runs together, eight at the most, each with its own output", async () => {
    const sizes: number[] = [];
    const double = batched(async (numbers: readonly number[]) => {
      sizes.push(numbers.length);
      return numbers.map((number) => number * 2);
    }, isRefusal);
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    assert.deepEqual(
      await Promise.all(numbers.map(double)),
      numbers.map((number) => number * 2),
    );
    assert.deepEqual(sizes, [8, 8, 4]);

    assert.equal(await double(7), 14);
    assert.deepEqual(sizes, [8, 8, 4, 1]);
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
