import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AppError } from "#lib/core/errors.ts";
import { doWork, openExport } from "./expensive-work.ts";

async function* rows(count: number): AsyncGenerator<string> {
  for (let row = 0; row < count; row += 1) yield `${row}\n`;
}

function open(holder: string, { count = 3, leaving = new AbortController() } = {}) {
  const request = new Request("http://localhost/", { signal: leaving.signal });
  return openExport({ holder, request }, rows(count));
}

async function openMany(holder: string) {
  const opened: AsyncGenerator<string>[] = [];
  try {
    for (;;) opened.push(await open(holder));
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === "rate_limit_exceeded");
  }
  return opened;
}

async function readAll(chunks: AsyncIterable<string>): Promise<string> {
  let all = "";
  for await (const chunk of chunks) all += chunk;
  return all;
}

describe("exports", () => {
  test("of a tenant have half of the places, until each is read or given up", async () => {
    const mine = await openMany("a");
    assert.equal(mine.length, 32);
    const theirs = await open("b");
    assert.equal(await readAll(theirs), "0\n1\n2\n");

    const [first, second, ...others] = mine;
    assert.ok(first && second);
    assert.equal(await readAll(first), "0\n1\n2\n");
    await second.next();
    await second.return(undefined);
    const again = await openMany("a");
    assert.equal(again.length, 2);
    await Promise.all([...others, ...again].map(readAll));
  });

  test("of a client that left before the first chunk have no place", async () => {
    for (let count = 0; count < 100; count += 1) {
      const leaving = new AbortController();
      await open("a", { leaving });
      leaving.abort();
    }
    const gone = new AbortController();
    gone.abort();
    for (let count = 0; count < 100; count += 1) await open("a", { leaving: gone });
    assert.equal(await readAll(await open("a")), "0\n1\n2\n");
  });
});

test("expensive work of one tenant leaves places for another", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const work = (holder: string) =>
    doWork({ kind: "reports", holder }, async () => {
      begun.push(holder);
      await held;
    });
  const mine = Array.from({ length: 10 }, () => work("a"));
  const theirs = work("b");
  assert.deepEqual(begun, ["a", "a", "b"]);
  const cheap = await doWork({ kind: undefined, holder: "a" }, async () => "at once");
  assert.equal(cheap, "at once");
  release();
  await Promise.all([...mine, theirs]);
});
