import assert from "node:assert/strict";
import { test } from "node:test";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

test("200 without a key", async () => {
  const response = await fetch(`${service.url}/api/health`);
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), { success: true, data: { status: "alive" } });
  assert.match(response.headers.get("x-request-id") ?? "", /^req_/);
  assert.equal(response.headers.get("cache-control"), "no-store");
});

test("200 with a key that is wrong: nobody asks for it", async () => {
  const response = await fetch(`${service.url}/api/health`, { headers: { "X-API-Key": "wrong" } });
  assert.equal(response.status, 200);
});

test("never refused for its rate, which bad keys use up", async () => {
  for (let n = 0; n < 301; n += 1) {
    const response = await fetch(`${service.url}/api/v1/receipts/usr_1`);
    await response.body?.cancel();
    if (response.status === 429) break;
    assert.ok(n < 300, "the address must run out of its allowance");
  }
  assert.equal((await fetch(`${service.url}/api/health`)).status, 200);
});

test("200 without a database: the process is alive", async () => {
  await closeDatabase();
  connectDatabase("postgres://nobody@127.0.0.1:1/nothing");
  const response = await fetch(`${service.url}/api/health`);
  await closeDatabase();
  connectDatabase(service.databaseUrl);
  assert.equal(response.status, 200);
});

test("a probe that is answered is in no log, and one that is refused is", async () => {
  service.logLines.length = 0;
  for (const path of ["health", "ready"]) await fetch(`${service.url}/api/${path}`);
  const refused = await fetch(`${service.url}/api/health`, { method: "POST" });
  assert.equal(refused.status, 405);
  assert.deepEqual(
    service.logLines.map((line) => JSON.parse(line).status),
    [405],
  );
});

test("405 for another method", async () => {
  const response = await fetch(`${service.url}/api/health`, { method: "POST" });
  assert.equal(response.status, 405);
  assert.match(response.headers.get("allow") ?? "", /\bGET\b/);
});
