import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import type { ApiAnswer } from "./api-client.ts";
import { createTranscript } from "./transcript.ts";

const step = { method: "POST", path: "/things/th_1", key: "k", status: 201 } as const;
const thing = z.object({ id: z.string() });
const created = { success: true, data: { id: "th_1" } };
const refused = { error: { code: "forbidden", message: "No access.", request_id: "req_7" } };

test("acts are numbered and a step is one line of at most 80 columns", async () => {
  const { transcript, lines } = start({ status: 201, body: created });
  transcript.act("First");
  transcript.act("Second");
  const resource = await transcript.succeed({ ...step, shown: "/things/{id}" }, thing, ({ id }) =>
    id.padEnd(60, "."),
  );

  assert.deepEqual(resource, { id: "th_1" });
  assert.deepEqual(lines.slice(0, 4), ["", "1. First", "", "2. Second"]);
  assert.match(lines[4] ?? "", /^ {3}POST \/things\/\{id\} +201 +12 ms {2}th_1\.+…$/);
  assert.equal(lines[4]?.length, 80);
});

test("a refusal is written with its code", async () => {
  const { transcript, lines } = start({ status: 403, body: refused });
  await transcript.refuse({ ...step, status: 403 }, "forbidden");
  assert.match(lines[0] ?? "", /403 +12 ms {2}forbidden$/);
});

test("a replay stands for a creation only where an answer was lost", async () => {
  await start({ status: 200, attempts: 2, body: created }).transcript.succeed(step, thing, String);
  await assert.rejects(
    start({ status: 200, body: created }).transcript.succeed(step, thing, String),
    { name: "DemoFailure", message: /200 instead of 201/ },
  );
});

test("an unexpected answer is a failure that says what came", async () => {
  const play = (answer: Partial<ApiAnswer>) =>
    start(answer).transcript.succeed(step, thing, () => "");
  const forbidden = /403 instead of 201 forbidden: No access\. \(req_7\)/;
  await assert.rejects(play({ status: 403, body: refused }), { message: forbidden });
  await assert.rejects(play({ status: 500, body: "oops" }), { message: /500 instead of 201$/ });
  await assert.rejects(play({ status: 201, body: { id: "th_1" } }), { name: "DemoFailure" });
  await assert.rejects(play({ status: 201, body: { ...created, data: {} } }), { message: /id/ });
  await assert.rejects(
    start({ status: 403, body: refused }).transcript.refuse({ ...step, status: 403 }, "conflict"),
    { message: /not the code conflict/ },
  );
});

function start(answer: Partial<ApiAnswer>) {
  const lines: string[] = [];
  const whole = {
    status: 200,
    headers: new Headers(),
    body: null,
    ms: 12.3,
    attempts: 1,
    ...answer,
  };
  const transcript = createTranscript(
    async () => whole,
    (line) => lines.push(line),
  );
  return { transcript, lines };
}
