import assert from "node:assert/strict";
import { test } from "node:test";
import { atEndOfTurn } from "./end-of-turn.ts";

test("runs what a turn asks for after it, with what that asks for, before the next one", async () => {
  const order: string[] = [];
  atEndOfTurn(() => {
    order.push("first");
    atEndOfTurn(() => order.push("asked for by the first"));
  });
  atEndOfTurn(() => order.push("second"));
  const nextTurn = new Promise<void>((resolve) => {
    setImmediate(() => {
      order.push("next turn");
      resolve();
    });
  });
  order.push("this turn");
  await nextTurn;
  assert.deepEqual(order, ["this turn", "first", "second", "asked for by the first", "next turn"]);

  const again = new Promise<void>(atEndOfTurn);
  await again;
});
