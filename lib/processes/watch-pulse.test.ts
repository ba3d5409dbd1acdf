import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { type TestContext, test } from "node:test";
import { watchPulse } from "./watch-pulse.ts";

function start(context: TestContext, answers: (count: number) => boolean) {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const seen = { asked: 0, ended: 0 };
  const worker = Object.assign(new EventEmitter(), {
    isConnected: () => true,
    send() {
      seen.asked += 1;
      if (answers(seen.asked)) worker.emit("message", []);
      return true;
    },
  });
  watchPulse(worker, () => {
    seen.ended += 1;
  });
  return { seen, worker };
}

test("a process that answers now and then is left alone", (context) => {
  const { seen } = start(context, (count) => count % 6 === 0);
  context.mock.timers.tick(600_000);
  assert.deepEqual(seen, { asked: 60, ended: 0 });
});

test("a process that has been silent for a minute is ended", (context) => {
  const { seen, worker } = start(context, (count) => count === 1);
  context.mock.timers.tick(70_000);
  assert.equal(seen.ended, 0);
  context.mock.timers.tick(10_000);
  assert.equal(seen.ended, 1);
  worker.emit("exit");
  context.mock.timers.tick(100_000);
  assert.equal(seen.ended, 1, "an ended process is not watched");
});
