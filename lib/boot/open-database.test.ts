import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { openDatabase } from "./open-database.ts";
import { describeStartFailure } from "./start-error.ts";

test("a DATABASE_URL that nobody answers ends in one line, without the password", async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const databaseUrl = `postgresql://somebody:hidden-password@127.0.0.1:${port}/receipts`;

  const settings = { databaseOwnerUrl: undefined, dataDir: "" };
  await assert.rejects(openDatabase({ ...settings, databaseUrl }), (error: unknown) => {
    const line = describeStartFailure(error);
    assert.match(
      line,
      new RegExp(`^DATABASE_URL: 127\\.0\\.0\\.1:${port}/receipts cannot be used: .+`),
    );
    assert.doesNotMatch(line, /hidden-password|somebody|\n/);
    return true;
  });
  server.close();
});

test("a mistake in the program keeps its stack", () => {
  assert.match(describeStartFailure(new TypeError("oops")), /TypeError: oops\n\s+at /);
});
