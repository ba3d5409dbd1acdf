import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import fc from "fast-check";
import { AppError } from "#lib/core/errors.ts";
import { Places } from "./places.ts";

const state = { places: new Places({ kind: "test", places: 4, queue: 4 }), log: [] as string[] };

type Work = { end: () => void; done: Promise<unknown> };

function begin(holder: string, signal?: AbortSignal): Work {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async () => {
    state.log.push(holder);
    await promise;
  };
  const done = state.places.run(holder, work, signal);
  done.catch(() => undefined);
  return { end: resolve, done };
}

async function settle(): Promise<void> {
  await new Promise(setImmediate);
}

const begun = () => state.log.join("");

beforeEach(() => {
  state.places = new Places({ kind: "test", places: 4, queue: 4 });
  state.log = [];
});

test("one holder alone has half of the places, two a third each, and one is left for a third", () => {
  for (const holder of ["a", "a", "a", "b", "b", "c"]) begin(holder);
  assert.equal(begun(), "aabc");
});

test("those who wait take turns", async () => {
  state.places = new Places({ kind: "test", places: 1, queue: 100 });
  const first = begin("a");
  const others = ["a", "a", "a", "b", "b", "c"].map((holder) => begin(holder));
  for (const work of [first, ...others]) {
    await settle();
    work.end();
  }
  await Promise.all(others.map(({ done }) => done));
  assert.equal(begun(), "aabcaba");
});

test("a place is free again whatever became of the work", async () => {
  state.places = new Places({ kind: "test", places: 1, queue: 1 });
  const fail = () => state.places.run("a", () => Promise.reject(new Error("failed")));
  await assert.rejects(fail, /failed/);
  await assert.rejects(fail, /failed/);
});

test("whose share of the queue is used up is refused, and others still wait", async () => {
  const codeOf = ({ done }: Work) =>
    done.then(
      () => "done",
      (error) => (error instanceof AppError ? error.code : "other"),
    );
  const works = Array.from({ length: 5 }, () => begin("a"));
  const refused = works.at(-1);
  assert.ok(refused);
  assert.equal(await codeOf(refused), "rate_limit_exceeded");

  const others = ["b", "b", "c", "d"].map((holder) => begin(holder));
  assert.equal(await codeOf(begin("e")), "service_unavailable", "the queue is full");
  for (const { end } of [...works, ...others]) end();
  await Promise.all([...works.slice(0, 4), ...others].map(({ done }) => done));
});

test("a wait is given up with its request", async () => {
  state.places = new Places({ kind: "test", places: 1, queue: 2 });
  const first = begin("a");
  const leaving = new AbortController();
  const given = begin("b", leaving.signal);
  const next = begin("c");
  leaving.abort(new Error("gone"));
  await assert.rejects(given.done, /gone/);
  first.end();
  await settle();
  next.end();
  await next.done;
  assert.equal(begun(), "ac");
});

describe("whatever happens", () => {
  test("no more work than places, all admitted work is done, and a lone holder always gets in", async () => {
    const step = fc.record({ holder: fc.constantFrom("a", "b", "c"), ends: fc.nat(3) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 60 }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, size) => {
          const places = new Places({ kind: "test", places: size, queue: 8 });
          const running: (() => void)[] = [];
          const results: Promise<string>[] = [];
          let doneCount = 0;
          const work = async () => {
            const { promise, resolve } = Promise.withResolvers<void>();
            running.push(resolve);
            assert.ok(running.length <= size);
            await promise;
            doneCount += 1;
          };
          for (const { holder, ends } of steps) {
            results.push(
              places.run(holder, work).then(
                () => "done",
                () => "refused",
              ),
            );
            await settle();
            for (const end of running.splice(0, ends)) end();
            await settle();
          }
          while (running.length > 0) {
            for (const end of running.splice(0)) end();
            await settle();
          }
          const admitted = (await Promise.all(results)).filter((result) => result === "done");
          assert.equal(admitted.length, doneCount);
          const last = places.run("z", async () => "in");
          assert.equal(await last, "in");
        },
      ),
      { numRuns: 60 },
    );
  });
});
