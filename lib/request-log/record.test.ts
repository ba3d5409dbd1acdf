import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterEach, test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { createApiClient } from "#lib/testing/api-client.ts";
import { createKillableServer } from "#lib/testing/crash/killable-server.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { flushRequestLog, recordRequest } from "./record.ts";
import type { RequestRow } from "./store.ts";

const service = setUpTestService();
afterEach(() => pool().query("DELETE FROM request_log"));

const row = (fields: Partial<RequestRow> = {}): RequestRow => ({
  requestId: createId("request"),
  organizationId: "org_1",
  environment: "development",
  source: "api",
  at: new Date(),
  method: "GET",
  route: "/api/v1/receipts/{userId}",
  status: 200,
  errorCode: null,
  durationMs: 1.5,
  apiKeyId: null,
  memberId: null,
  address: null,
  paymentId: null,
  ...fields,
});

function record(count: number): void {
  for (let n = 0; n < count; n += 1) recordRequest(row());
}

async function countRows(): Promise<number> {
  const { rows } = await pool().query("SELECT count(*) FROM request_log");
  return rows[0].count;
}

/** Runs `work` while whatever listens in the database's place hangs up on everybody. */
async function withoutDatabase(work: (tries: () => number) => Promise<void>): Promise<void> {
  let tries = 0;
  const server = createServer((socket) => {
    tries += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await flushRequestLog();
  await closeDatabase();
  connectDatabase(`postgres://nobody@127.0.0.1:${port}/nothing`);
  await work(() => tries);
  const ended = closeDatabase();
  connectDatabase(service.databaseUrl);
  await ended;
  server.close();
}

const warnings = () => service.logLines.filter((line) => line.includes("are missing"));

test("rows are written by themselves: few after a moment, many at once", async () => {
  record(1);
  await until(async () => (await countRows()) === 1);
  record(1000);
  await until(async () => (await countRows()) === 1001);
});

test("what arrives while the database is away is written when it is back", async () => {
  await withoutDatabase(async (tries) => {
    record(250);
    // Full once, and again by the timer.
    await until(async () => tries() >= 2);
    record(50);
  });
  await until(async () => (await countRows()) === 300);
  assert.deepEqual(warnings(), []);
});

test("rows beyond the limit are dropped, and counted in the log", async () => {
  await withoutDatabase(async (tries) => {
    record(20_007);
    await until(async () => tries() >= 1);
  });
  await until(async () => warnings().length === 1);
  assert.equal(JSON.parse(warnings()[0] ?? "").dropped, 7);
  await until(async () => (await countRows()) === 20_000);
  service.logLines.length = 0;
});

test("an end while the database is away says how much was lost", async () => {
  await withoutDatabase(async () => {
    record(3);
    await flushRequestLog();
  });
  assert.equal(JSON.parse(warnings()[0] ?? "").dropped, 3);
  assert.equal(await countRows(), 0);
  service.logLines.length = 0;
});

test("a row that the database refuses keeps no other batch from being written", async () => {
  recordRequest(row({ status: 1_000_000 }));
  await flushRequestLog();
  record(2);
  await flushRequestLog();
  assert.equal(await countRows(), 2);
  assert.equal(JSON.parse(warnings()[0] ?? "").dropped, 1);
});

test("a process that ends writes its pending rows first", async () => {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = service;
  const env = { DATABASE_URL, DATA_DIR, WORKER: "0", LOG_LEVEL: "error" };
  const server = await createKillableServer(env);
  await server.start();
  const api = createApiClient(server, await createTestKey());
  const answers = await Promise.all(Array.from({ length: 30 }, () => api.get("/receipts/usr_1")));
  await server.end();
  const { rows } = await pool().query("SELECT request_id AS id FROM request_log");
  assert.deepEqual(
    rows.map(({ id }) => id).sort(),
    answers.map(({ headers }) => headers.get("x-request-id")).sort(),
  );
});
