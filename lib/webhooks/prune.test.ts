import assert from "node:assert/strict";
import { test } from "node:test";
import { firstIdAt } from "#lib/core/ids.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import {
  addEndpoint,
  createLogTenant,
  readDeliveries,
  readEndpoint,
} from "#lib/testing/webhook-log.ts";
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

test("a secret is erased once it signs no more", async () => {
  const tenant = await createLogTenant();
  const rotate = async (until: Date) => {
    const { id } = await addEndpoint(tenant, { url: "https://example.com" });
    const data = { previousSecret: new Uint8Array([1]), previousSecretUntil: until };
    await prisma().webhookEndpoint.update({ where: { id }, data });
    return id;
  };
  const later = new Date(Date.now() + 60_000);
  const [ended, signing] = [await rotate(new Date(Date.now() - 1)), await rotate(later)];
  await pruneDeliveries();
  const { previousSecret, previousSecretUntil, secret } = await readEndpoint(ended);
  assert.deepEqual([previousSecret, previousSecretUntil], [null, null]);
  assert.ok(secret.length > 0);
  assert.deepEqual((await readEndpoint(signing)).previousSecretUntil, later);
});
