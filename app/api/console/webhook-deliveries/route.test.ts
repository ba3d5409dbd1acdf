import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember();
const call = createConsoleClient(service, member);

async function addEndpoint(
  organizationId: string,
  { types = [] as string[], position = 0 } = {},
): Promise<string> {
  const id = createId("webhookEndpoint");
  await pool().query(
    `INSERT INTO webhook_endpoint (id, organization_id, environment, url, secret, types, position)
     VALUES ($1, $2, 'development', 'https://shop.example/hooks', '', $3, $4)`,
    [id, organizationId, types, position],
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

test("what each endpoint was not sent yet, of its types, and where one event waits", async () => {
  const foreign = await createTestMember();
  const all = await addEndpoint(member.organizationId);
  const opened = await addEndpoint(member.organizationId, { types: ["receipt.opened"] });
  const done = await addEndpoint(member.organizationId, { position: 3 });
  const events = [1, 2, 3].map((position) => addEvent(member.organizationId, position));
  const [sent, waiting] = await Promise.all(events);
  await addEvent(foreign.organizationId, 4);
  await addDelivery(all, sent);

  const queues = await listQueues();
  assert.deepEqual(
    [all, opened, done].map((id) => queues.find(({ endpointId }) => endpointId === id)),
    [
      { endpointId: all, waitingEvents: 3, hasMore: false, pausedUntil: null },
      { endpointId: opened, waitingEvents: 0, hasMore: false, pausedUntil: null },
      { endpointId: done, waitingEvents: 0, hasMore: false, pausedUntil: null },
    ],
  );
  const waitsAt = async (eventId: string | undefined) =>
    (await listQueues(`?eventId=${eventId}`)).map(({ endpointId }) => endpointId);
  const others = (ids: string[]) => ids.filter((id) => [all, opened, done].includes(id));
  assert.deepEqual(others(await waitsAt(waiting)), [all]);
  assert.deepEqual(others(await waitsAt(sent)), []);
});

test("a queue counts what the first 1,000 events behind an endpoint hold", async () => {
  const endpointId = await addEndpoint(member.organizationId, { position: 10 });
  await pool().query(
    `INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data)
     SELECT $1, 'development', n, 'evt_many_' || n, 'payment.failed', now(), 'pay_x', '{}'
     FROM generate_series(11, 1011) n`,
    [member.organizationId],
  );
  const queue = (await listQueues()).find((one) => one.endpointId === endpointId);
  assert.deepEqual(queue, { endpointId, waitingEvents: 1000, hasMore: true, pausedUntil: null });
});

async function listQueues(query = ""): Promise<{ endpointId: string }[]> {
  return (await call("GET", `/webhook-deliveries${query}`)).body.data.queues;
}

async function addEvent(organizationId: string, position: number): Promise<string> {
  const id = createId("event");
  await pool().query(
    `INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data)
     VALUES ($1, 'development', $2, $3, 'payment.failed', now(), 'pay_x', '{}')`,
    [organizationId, position, id],
  );
  return id;
}
