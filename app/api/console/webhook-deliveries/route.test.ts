import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember();
const call = createConsoleClient(service, member);

async function addEndpoint(organizationId: string): Promise<string> {
  const id = createId("webhookEndpoint");
  await pool().query(
    `INSERT INTO webhook_endpoint (id, organization_id, environment, url, secret, position)
     VALUES ($1, $2, 'development', 'https://shop.example/hooks', '', 0)`,
    [id, organizationId],
  );
  return id;
}

async function addDelivery(endpointId: string, eventId = createId("event")): Promise<string> {
  const id = createId("webhookDelivery");
  const log = [
    {
      at: "2026-11-28T10:00:00.000Z",
      durationMs: 12,
      statusCode: 500,
      error: null,
      answer: "no",
      byHand: false,
    },
  ];
  await pool().query(
    `INSERT INTO webhook_delivery (id, endpoint_id, event_id, type, status, attempts, created_at, log)
     VALUES ($1, $2, $3, 'payment.failed', 'failed', 1, now(), $4::jsonb)`,
    [id, endpointId, eventId, JSON.stringify(log)],
  );
  return id;
}

async function list(query = ""): Promise<string[]> {
  const { status, body } = await call("GET", `/webhook-deliveries${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.deliveries.map((delivery: { deliveryId: string }) => delivery.deliveryId);
}

test("the last delivery to each endpoint, or that of one event, and none of another organization", async () => {
  const eventId = createId("event");
  const [one, other] = [
    await addEndpoint(member.organizationId),
    await addEndpoint(member.organizationId),
    await addEndpoint(member.organizationId),
  ];
  const ofEvent = [await addDelivery(one, eventId), await addDelivery(other, eventId)];
  const latest = [await addDelivery(one), await addDelivery(other)];
  const foreign = await addEndpoint((await createTestMember()).organizationId);
  await addDelivery(foreign, eventId);

  assert.deepEqual(await list(), latest);
  assert.deepEqual(await list(`?eventId=${eventId}`), ofEvent);
  assert.deepEqual(await list(`?eventId=${createId("event")}`), []);
});
