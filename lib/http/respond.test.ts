import assert from "node:assert/strict";
import { before, beforeEach, describe, test } from "node:test";
import { z } from "zod";
import { timestamp } from "#lib/core/date-time.ts";
import type { Operation } from "#lib/core/operation.ts";
import { setLogDestination } from "#lib/log/logger.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { endpoint } from "./endpoint.ts";
import { openExchange } from "./exchange.ts";
import { ok } from "./reply.ts";
import { toByteStream } from "./respond.ts";

const lines: string[] = [];
before(() => setTestConfig({}));
beforeEach(() => {
  lines.length = 0;
  setLogDestination({ write: (line) => void lines.push(line) });
});

describe("an answer is what its schema encodes", () => {
  const operation = {
    operationId: "get",
    method: "GET",
    path: "/api/v1/thing",
    tag: "Service",
    summary: "One",
    scope: null,
    rateClass: null,
    response: z.object({
      at: timestamp,
      endedAt: timestamp.nullable(),
      fields: z.looseObject({ name: z.string() }),
    }),
    statuses: [200],
    errors: [],
  } as const satisfies Operation;

  const at = new Date("2026-11-20T08:30:00.123Z");
  const answer = (data: unknown) =>
    endpoint<Operation>(operation, async () => ok(data))(new Request("http://localhost/"), {
      params: Promise.resolve({}),
    });

  test("a date goes out as text, and a field that is not in the schema stays here", async () => {
    const fields = { name: "n", more: 1 };
    const response = await answer({ at, endedAt: null, fields, secret: "hunter2" });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {
      success: true,
      data: { at: "2026-11-20T08:30:00.123Z", endedAt: null, fields },
    });
  });

  test("a key named __proto__ is a field like any other", async () => {
    const fields = JSON.parse('{ "name": "n", "__proto__": { "a": 1 } }');
    const response = await answer({ at, endedAt: at, fields });
    assert.match(await response.text(), /"fields":\{"name":"n","__proto__":\{"a":1\}\}/);
  });

  const misfits: [string, unknown][] = [
    ["a missing field", { at, endedAt: null }],
    ["text where a date belongs", { at: at.toISOString(), endedAt: null, fields: { name: "n" } }],
    ["no date at all", { at: new Date(Number.NaN), endedAt: null, fields: { name: "n" } }],
    ["nothing", undefined],
  ];
  for (const [name, data] of misfits) {
    test(`${name}: 500, and the log says why`, async () => {
      const response = await answer(data);
      assert.equal(response.status, 500);
      const { error } = await response.json();
      assert.equal(error.code, "internal_server_error");
      assert.equal(error.message, "Internal server error");
      assert.equal(error.details, "");
      const logged = lines.map((line) => JSON.parse(line)).find(({ err }) => err);
      assert.equal(logged.request_id, error.request_id);
      assert.match(logged.err.message, /Invalid input|invalid_type/);
    });
  }
});

const exchange = openExchange(new Request("http://localhost/"), "/", undefined);

function watched(failAt = Number.POSITIVE_INFINITY) {
  const seen = { produced: 0, ended: false };
  async function* produce() {
    try {
      for (;;) {
        seen.produced += 1;
        if (seen.produced === failAt) throw new Error("why it failed");
        yield `é${seen.produced}`;
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, stream: toByteStream(exchange, produce()) };
}

test("a chunk is produced when it is read, and no sooner", async () => {
  const { seen, stream } = watched();
  const reader = stream.getReader();
  assert.equal(seen.produced, 0);
  assert.equal(new TextDecoder().decode((await reader.read()).value), "é1");
  assert.equal(new TextDecoder().decode((await reader.read()).value), "é2");
  assert.equal(seen.produced, 2);
});

test("nothing more is produced for a reader that goes away", async () => {
  const { seen, stream } = watched();
  const reader = stream.getReader();
  await reader.read();
  await reader.cancel();
  assert.deepEqual(seen, { produced: 1, ended: true });
});

test("a failure is logged with the request, and not shown to the client", async () => {
  const reader = watched(2).stream.getReader();
  await reader.read();
  await assert.rejects(reader.read(), { message: "the answer broke off" });
  assert.match(lines.join(), /why it failed/);
  assert.match(lines.join(), new RegExp(exchange.requestId));
});
