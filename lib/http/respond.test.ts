import assert from "node:assert/strict";
import { test } from "node:test";
import { setLogDestination } from "#lib/log/logger.ts";
import { openExchange } from "./exchange.ts";
import { toByteStream } from "./respond.ts";

const exchange = {
  ...openExchange(new Request("http://localhost/"), "/"),
};

function watched(failAt = Number.POSITIVE_INFINITY) {
  const seen = { made: 0, ended: false };
  async function* make() {
    try {
      for (;;) {
        seen.made += 1;
        if (seen.made === failAt) throw new Error("why it failed");
        yield `é${seen.made}`;
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, stream: toByteStream(exchange, make()) };
}

test("a chunk is made when it is read, and no sooner", async () => {
  const { seen, stream } = watched();
  const reader = stream.getReader();
  assert.equal(seen.made, 0);
  assert.equal(new TextDecoder().decode((await reader.read()).value), "é1");
  assert.equal(new TextDecoder().decode((await reader.read()).value), "é2");
  assert.equal(seen.made, 2);
});

test("a reader that goes away ends the making", async () => {
  const { seen, stream } = watched();
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
  assert.deepEqual(seen, { made: 1, ended: true });
});

test("a failure is logged with the request, and not told", async () => {
  const lines: string[] = [];
  setLogDestination({ write: (line) => void lines.push(line) });
  const reader = watched(2).stream.getReader();
  await reader.read();
  await assert.rejects(reader.read(), { message: "the answer broke off" });
  assert.match(lines.join(), /why it failed/);
  assert.match(lines.join(), new RegExp(exchange.requestId));
});
