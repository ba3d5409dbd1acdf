import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { retriesStatement, waitingStatement } from "./store-status.ts";

let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
  await pool().query(`
    INSERT INTO organization (id, name, kind, tier)
    SELECT 'org_' || n, 'Shop', 'merchant', 'free' FROM generate_series(1, 200) n`);
  await pool().query(`
    INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data)
    SELECT 'org_' || n % 200 + 1, 'development', n, 'evt_' || n, 'payment.succeeded', now(), 'pay_' || n, '{}'
    FROM generate_series(1, 60000) n`);
  await pool().query(`
    INSERT INTO webhook_endpoint (id, organization_id, environment, url, secret, position)
    SELECT 'whe_' || n, 'org_' || n % 200 + 1, 'development', 'https://hooks.example', '', n * 100
    FROM generate_series(1, 400) n`);
  await pool().query(`
    INSERT INTO webhook_delivery (id, endpoint_id, event_id, type, status, attempts, due_at, created_at, log)
    SELECT 'whd_' || n, 'whe_' || n % 400 + 1, 'evt_' || n, 'payment.succeeded',
           CASE WHEN n % 100 = 0 THEN 'waiting' ELSE 'delivered' END::webhook_delivery_status, 1,
           CASE WHEN n % 100 = 0 THEN now() END, now(), '[]'
    FROM generate_series(1, 60000) n`);
});
after(async () => {
  await closeDatabase();
  await drop();
});

// PostgreSQL analyzes one table at a time, and takes one that it has not analyzed for small.
for (const counted of [
  "",
  "webhook_endpoint",
  "event, webhook_delivery",
  "webhook_endpoint, event",
]) {
  test(`a scrape reads one event for each endpoint, ${counted || "nothing"} counted`, async () => {
    if (counted) await pool().query(`ANALYZE ${counted}`);
    const { plan, buffers } = await explainQuery(waitingStatement());
    assert.match(plan, /Index Scan using event_pkey on event e \(actual rows=\d\.\d+ loops=400\)/);
    assert.ok(buffers < 400 * 7, `${buffers} pages`);
  });

  test(`a scrape reads what waits alone of all deliveries, ${counted || "nothing"} counted`, async () => {
    const { plan, buffers } = await explainQuery(retriesStatement());
    assert.match(plan, /using webhook_delivery_due_idx on webhook_delivery d /);
    assert.ok(buffers < 400 * 8, `${buffers} pages`);
  });
}
