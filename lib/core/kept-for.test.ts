import assert from "node:assert/strict";
import { mock, type TestContext, test } from "node:test";
import { keptFor } from "./kept-for.ts";

function stopClock({ mock }: TestContext): { now: number } {
  const clock = { now: 5_000 };
  mock.method(performance, "now", () => clock.now);
  return clock;
}

test("a value is asked for again once it is old", async (context) => {
  const clock = stopClock(context);
  const ask = mock.fn(async () => ask.mock.callCount());
  const read = keptFor(1_000, ask);
  assert.deepEqual([await read(), await read()], [0, 0]);
  clock.now += 999;
  assert.equal(await read(), 0);
  clock.now += 1;
  assert.equal(await read(), 1);
});

test("while a question is open, nobody asks another one, however long it takes", async (context) => {
  const clock = stopClock(context);
  const answer = Promise.withResolvers<string>();
  const ask = mock.fn(() => answer.promise);
  const read = keptFor(1_000, ask);
  const [one, other] = [read(), read()];
  clock.now += 60_000;
  const late = read();
  answer.resolve("done");
  assert.deepEqual(await Promise.all([one, other, late]), ["done", "done", "done"]);
  assert.equal(ask.mock.callCount(), 1);
});

test("a question that failed is asked again at once", async () => {
  const ask = mock.fn(async () => "done");
  ask.mock.mockImplementationOnce(() => Promise.reject(new Error("away")));
  const read = keptFor(1_000, ask);
  await assert.rejects(read(), /away/);
  assert.equal(await read(), "done");
});
