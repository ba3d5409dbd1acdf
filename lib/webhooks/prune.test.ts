import assert from "node:assert/strict";
import { test } from "node:test";
import { firstIdAt } from "#lib/core/ids.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { pool } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { addEndpoint, createLogTenant, readDeliveries } from "#lib/testing/webhook-log.ts";
import { pruneDeliveries } from "./prune.ts";

setUpTestService();

test("deliveries are deleted once their events are, in steps that wait for no lock", async () => {
  const endpoint = await addEndpoint(await createLogTenant(), { url: "https://example.com" });
  const idAt = (days: number) =>
    firstIdAt("webhookDelivery", new Date(Date.now() - days * 86_400_000));
  const [old, locked, young] = [idAt(EVENT_DAYS + 1), idAt(EVENT_DAYS + 2), idAt(EVENT_DAYS - 1)];
  await pool().query(
    `INSERT INTO webhook_delivery (id, endpoint_id, event_id, type, status, attempts, created_at, log)
     SELECT d.id, $1, d.id, 'ping', 'delivered', 1, now(), '[]' FROM unnest($2::text[]) AS d (id)`,
    [endpoint.id, [old, locked, young]],
  );
  const other = await pool().connect();
  await other.query("BEGIN");
  await other.query("SELECT FROM webhook_delivery WHERE id = $1 FOR UPDATE", [locked]);
  await pruneDeliveries();
  await other.query("ROLLBACK");
  other.release();
  const left = (await readDeliveries(endpoint.id)).map(({ id }) => id).sort();
  assert.deepEqual(left, [locked, young].sort());
  await pruneDeliveries();
  assert.deepEqual(
    (await readDeliveries(endpoint.id)).map(({ id }) => id),
    [young],
  );
});
