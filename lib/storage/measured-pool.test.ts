import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readMetrics, startCounting, stopCounting } from "#lib/metrics/instruments.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { connectionSettings } from "./connect-database.ts";
import { MeasuredPool } from "./measured-pool.ts";

const database = setUp(async () => {
  const created = await createTestDatabase();
  return { ...created, [Symbol.asyncDispose]: created.drop };
});
before(startCounting);
after(stopCounting);

function countWaits(): number {
  const sample = readMetrics().find(({ name }) => name === "sealslip_db_pool_wait_seconds");
  const count = sample?.values.find(({ metricName }) => metricName?.endsWith("_count"));
  return count?.value ?? 0;
}

test("callers are counted that wait for a connection, and no others", async (context) => {
  const pool = new MeasuredPool({ ...connectionSettings(database.url), max: 1 });
  context.after(() => pool.end());
  const before = countWaits();
  await pool.query("SELECT 1");
  const held = await pool.connect();
  assert.equal(countWaits() - before, 0);

  const waiting = [pool.query("SELECT 2 AS two"), pool.connect()] as const;
  held.release();
  const [{ rows }, client] = await Promise.all(waiting);
  client.release();
  assert.deepEqual(rows, [{ two: 2 }]);
  assert.equal(countWaits() - before, 2);
});
