import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { closeDatabase, connectDatabase, prisma } from "#lib/storage/database.ts";
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

test("a failure keeps its cause, and nothing but what locates it", () => {
  const cause = Object.assign(new Error("refused"), { code: "23505", detail: "Key (pan)=(4242)" });
  log().error({ err: new Error("broken", { cause }) }, "it failed");

  const [line = ""] = lines.splice(0);
  assert.doesNotMatch(line, /4242/);
  const { err } = JSON.parse(line);
  assert.equal(err.message, "broken");
  assert.equal(err.cause.code, "23505");
});
