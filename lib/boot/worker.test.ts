import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { spawnProgram } from "#lib/testing/spawn-program.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

// The service of the tests runs no jobs, as a server with WORKER=0.
const service = setUpTestService();

test("a worker alone finishes what the servers leave, and ends cleanly on SIGTERM", async () => {
  const api = createApiClient(service, await createTestKey());
  const body = paymentBody({ paymentMethod: "sandbox_timeout" });
  const pay = () => api.post("/payments/gateway_one/create", { body });
  assert.equal((await withImpatience(pay)).status, 503);

  const { databaseUrl, dataDir } = service;
  const worker = spawnProgram("worker.ts", { DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  worker.stdout.resume();
  const complaint = text(worker.stderr);
  try {
    await until(async () => {
      const { rows } = await pool().query("SELECT status FROM payment WHERE receipt_id = $1", [
        body.receiptId,
      ]);
      return rows[0].status === "succeeded" || worker.exitCode !== null;
    });
  } finally {
    if (worker.exitCode === null) worker.kill("SIGTERM");
  }
  if (worker.exitCode === null) await once(worker, "exit");
  assert.equal(worker.exitCode, 0, await complaint);

  const retry = await pay();
  assert.equal(retry.status, 200);
  assert.equal(retry.body.data.veroMetadata.paymentStatus, "succeeded");
});

test("without DATABASE_URL it says in one line who runs the jobs then, and holds nothing", async () => {
  const dataDir = join(service.dataDir, "embedded");
  const env = { DATA_DIR: dataDir, DATABASE_URL: undefined };
  const worker = spawnProgram("worker.ts", env);
  const complaint = text(worker.stderr);
  const [code] = await once(worker, "exit");
  assert.equal(code, 1);
  assert.match(await complaint, /^✗ DATABASE_URL: a worker needs it; .+\n$/);
  assert.equal(existsSync(dataDir), false);
});
