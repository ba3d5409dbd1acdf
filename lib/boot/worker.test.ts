import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { startOtlpStandIn } from "#lib/testing/otlp-stand-in.ts";
import { scrapeMetrics } from "#lib/testing/scrape-metrics.ts";
import { spawnProgram } from "#lib/testing/spawn-program.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const TOKEN = "a token of the monitoring";
const FINISHED_RUNS = 'sealslip_job_runs_total{name="finish-pending-payments",outcome="done"}';

// The service of the tests runs no jobs, as a server with WORKER=0.
const service = setUpTestService();

test("a worker alone finishes what the servers leave, and ends cleanly on SIGTERM", async () => {
  const api = createApiClient(service, await createTestKey());
  const body = paymentBody({ paymentMethod: "sandbox_timeout" });
  const pay = () => api.post("/payments/gateway_one/create", { body });
  assert.equal((await withImpatience(pay)).status, 503);

  const { databaseUrl, dataDir } = service;
  await using collector = await startOtlpStandIn();
  const probes = { WORKER_PORT: "0", HOST: "127.0.0.1", METRICS_TOKEN: TOKEN };
  const own = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  const worker = spawnProgram("worker.ts", { ...own, ...probes });
  const said = { text: "" };
  worker.stdout.on("data", (chunk) => {
    said.text += chunk;
  });
  const complaint = text(worker.stderr);
  try {
    await until(async () => {
      const { rows } = await pool().query("SELECT status FROM payment WHERE receipt_id = $1", [
        body.receiptId,
      ]);
      return rows[0].status === "succeeded" || worker.exitCode !== null;
    });
    const url = await findProbes(said);
    assert.deepEqual(
      await Promise.all(["health", "ready", "v1/payments", "v1/openapi.json"].map(statusAt(url))),
      [200, 200, 404, 404],
    );
    // The payment has succeeded before its job's run is over.
    await until(async () => (await scrapeMetrics(url, TOKEN)).value(FINISHED_RUNS) > 0);
    assert.equal((await scrapeMetrics(url, TOKEN)).value("sealslip_ready"), 1);
  } finally {
    if (worker.exitCode === null) worker.kill("SIGTERM");
  }
  if (worker.exitCode === null) await once(worker, "exit");
  assert.equal(worker.exitCode, 0, await complaint);
  assert.ok(collector.spans().some(({ name }) => name === "job finish-pending-payments"));

  const retry = await pay();
  assert.equal(retry.status, 200);
  assert.equal(retry.body.data.veroMetadata.paymentStatus, "succeeded");
});

/** Printed once the jobs run. */
async function findProbes(said: { text: string }): Promise<string> {
  const find = () => /probes answer on port (\d+)/.exec(said.text)?.[1];
  await until(async () => find() !== undefined);
  return `http://127.0.0.1:${find()}`;
}

const statusAt = (url: string) => async (path: string) =>
  (await fetch(`${url}/api/${path}`)).status;

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
