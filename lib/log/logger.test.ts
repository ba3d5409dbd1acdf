import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { version } from "#lib/processes/version.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, prisma } from "#lib/storage/database.ts";
import { setTestConfig } from "#lib/testing/test-config.ts";
import { log, setLogDestination } from "./logger.ts";

const lines: string[] = [];
before(() => {
  setTestConfig({});
  setLogDestination({ write: (line) => void lines.push(line) });
  connectDatabase("postgres://nobody@127.0.0.1:1/nothing");
});
after(closeDatabase);

test("a call that Prisma refuses is logged without the values of the call", async () => {
  const data = JSON.parse('{ "version": "one", "keyId": "not for the log", "publicKey": "PEM" }');
  await prisma()
    .escrowKey.create({ data })
    .catch((err: unknown) => log().error({ err }, "it failed"));

  const [line = ""] = lines.splice(0);
  assert.doesNotMatch(line, /not for the log/);
  const { err } = JSON.parse(line);
  assert.equal(err.type, "PrismaClientValidationError");
  assert.match(err.message, /^Argument `version`: Invalid value/);
  assert.match(err.stack, /logger\.test\.ts/);
});

test("each entry says when, where, and by which version it was written", () => {
  setTestConfig({ INSTANCE_NAME: "receipts-1" });
  setLogDestination({ write: (line) => void lines.push(line) });
  log().info("it is done");
  const [{ level, time, instance, version: by, msg } = {}] = lines
    .splice(0)
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    { level, instance, by, msg },
    { level: "info", instance: "receipts-1", by: version, msg: "it is done" },
  );
  assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("a failure keeps its cause, and nothing but what locates it", () => {
  const cause = Object.assign(new Error("refused"), { code: "23505", detail: "Key (pan)=(4242)" });
  log().error({ err: new Error("broken", { cause }) }, "it failed");

  const [line = ""] = lines.splice(0);
  assert.doesNotMatch(line, /4242/);
  const { err } = JSON.parse(line);
  assert.equal(err.message, "broken");
  assert.equal(err.cause.code, "23505");
});

test("an entry stays short enough for one write to a pipe, and whole JSON", () => {
  const cause = new Error(`"é${"x".repeat(9_000)}`);
  log().error({ err: new Error("broken", { cause }), request_id: "req_1" }, "it failed");

  const [line = ""] = lines.splice(0);
  assert.ok(Buffer.byteLength(line) <= 4096, `${Buffer.byteLength(line)} bytes`);
  const { err, request_id, msg } = JSON.parse(line);
  assert.match(err.cause.message, /^"éx+…$/);
  assert.match(err.stack, /logger\.test\.ts/);
  assert.deepEqual(
    { message: err.message, request_id, msg },
    {
      message: "broken",
      request_id: "req_1",
      msg: "it failed",
    },
  );
});
