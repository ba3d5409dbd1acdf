import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sample } from "./instruments.ts";
import { createTotalsKeeper, type TotalsMessage } from "./keep-totals.ts";

test("what a process has counted stays when it ends, and what it was does not", async () => {
  const { living, say, gather } = openKeeper([1, 2]);
  await say(1, 10);
  await say(2, 5);
  living.delete(2);
  const first = gather();
  await say(1, 11);
  assert.deepEqual(await first, { calls: 16, busy: 1 });

  living.add(3);
  await say(3, 1);
  const second = gather();
  await Promise.all([say(1, 12), say(3, 2)]);
  assert.deepEqual(await second, { calls: 19, busy: 2 });
});

test("a process that hangs counts with what it last said", async () => {
  const { say, gather } = openKeeper([1, 2]);
  await say(1, 10);
  await say(2, 5);
  const gathered = gather();
  await say(1, 11);
  assert.deepEqual(await gathered, { calls: 16, busy: 1 });
});

test("one that is still starting is not waited for", async () => {
  const { say, gather } = openKeeper([1, 2]);
  await say(1, 10);
  const gathered = gather().then(() => "all have answered");
  await say(1, 10);
  const hanging = openKeeper([1]);
  await hanging.say(1, 10);
  const waited = hanging.gather().then(() => "as late as one that hangs");
  assert.equal(await Promise.race([gathered, waited]), "all have answered");
});

function openKeeper(pids: readonly number[]) {
  const living = new Set(pids);
  const keeper = createTotalsKeeper(() => [...living]);
  const say = (by: number, calls: number) =>
    keeper({ by, samples: [sample("counter", calls), sample("gauge", 1)] } satisfies TotalsMessage);
  return {
    living,
    say,
    async gather() {
      const parts = (await keeper("all" satisfies TotalsMessage)).flat();
      const sum = (type: string) =>
        parts
          .filter((part) => part.type === type)
          .flatMap(({ values }) => values)
          .reduce((total, { value }) => total + value, 0);
      return { calls: sum("counter"), busy: sum("gauge") };
    },
  };
}

function sample(type: "counter" | "gauge", value: number): Sample {
  const values = [{ labels: { route: "/" }, value }];
  return { name: `sealslip_test_${type}`, help: "", type, aggregator: "sum", values };
}
