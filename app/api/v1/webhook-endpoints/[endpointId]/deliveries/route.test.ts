import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { createApiClient } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpEndpoint } from "#lib/testing/endpoint-stage.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService({ WEBHOOK_ALLOW_PRIVATE: "1" });
const { api, current, path, ping, list, addDelivery } = setUpEndpoint(service);

test("the newest first, page by page", async () => {
  const ids: string[] = [];
  for (let more = 0; more < 5; more++) ids.unshift((await ping()).body.data.deliveryId);
  const first = await list("?limit=2");
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  const third = await list(`?limit=2&cursor=${second.nextCursor}`);
  const pages = [first, second, third].map(({ deliveries: page }) =>
    page.map(({ deliveryId }: { deliveryId: string }) => deliveryId),
  );
  assert.deepEqual(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
  assert.equal(third.nextCursor, null);
});

test("by status, type, and event", async () => {
  const failed = await addDelivery({ eventId: "evt_1" });
  const waiting = await addDelivery({ eventId: "evt_2", status: "waiting", dueAt: new Date() });
  const opened = await addDelivery({
    eventId: "evt_3",
    type: "receipt.opened",
    status: "delivered",
  });
  for (const [query, expected] of [
    ["?status=failed", [failed]],
    ["?status=waiting", [waiting]],
    ["?status=delivered", [opened]],
    ["?type=payment.failed", [waiting, failed]],
    ["?type=payment.failed&status=waiting", [waiting]],
    ["?type=ping", []],
    ["?eventId=evt_3", [opened]],
    ["?eventId=evt_3&status=failed", []],
  ] as const) {
    const page = await list(query);
    const found = page.deliveries.map(({ deliveryId }: { deliveryId: string }) => deliveryId);
    assert.deepEqual([found, page.nextCursor], [expected, null], query);
  }
});

test("by payment, each with what it is about, and by time", async () => {
  const [paymentId, other] = [createId("payment"), createId("payment")];
  const events = [await addEvent(paymentId), await addEvent(other), await addEvent(paymentId)];
  const [first, second, third] = await Promise.all(
    events.map((eventId) => addDelivery({ eventId })),
  );
  const chosen = async (query: string) => {
    const { deliveries } = await list(query);
    return deliveries
      .map(({ deliveryId, subject }: Record<string, unknown>) => [deliveryId, subject])
      .toSorted();
  };
  const ofPayment = [first, third].map((id) => [id, paymentId]).toSorted();
  assert.deepEqual(await chosen(`?paymentId=${paymentId}`), ofPayment);
  assert.deepEqual(await chosen(`?paymentId=${other}&eventId=${events[1]}`), [[second, other]]);
  assert.deepEqual(await chosen(`?paymentId=${other}&eventId=${events[0]}`), []);
  assert.deepEqual(await chosen(`?paymentId=${createId("payment")}`), []);

  const ping = (await api.post(`${path()}/test`)).body.data;
  assert.equal(ping.subject, null);
  const at = Date.parse(ping.createdAt);
  const time = (ms: number) => new Date(at + ms).toISOString();
  assert.deepEqual(await chosen(`?from=${time(-1_000)}&to=${time(60_000)}`), [
    [ping.deliveryId, null],
  ]);
  assert.deepEqual(await chosen(`?from=${time(60_000)}`), []);
  assert.equal((await chosen(`?to=${time(-1_000)}`)).length, 3);
});

/** An event of the organization about a payment. */
async function addEvent(subject: string): Promise<string> {
  const id = createId("event");
  const { organizationId } = api;
  await pool().query(
    `INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data)
     SELECT $1, 'development', coalesce(max(position), 0) + 1, $2, 'payment.failed', now(), $3, '{}'
     FROM event WHERE organization_id = $1`,
    [organizationId, id, subject],
  );
  return id;
}

test("a filter reads 5,000 rows for a page, which then is short and goes on", async () => {
  const rare = await addDelivery({
    eventId: "evt_rare",
    type: "dispute.opened",
    status: "delivered",
  });
  const rows = Array.from({ length: 5_001 }, (_, place) => ({
    id: `whd_f${place.toString(16).padStart(31, "0")}`,
    endpointId: current.endpointId,
    eventId: `evt_${place}`,
    type: "payment.succeeded",
    status: "delivered" as const,
    attempts: 1,
    createdAt: new Date(),
    log: [],
  }));
  await prisma().webhookDelivery.createMany({ data: rows });
  const first = await list("?type=dispute.opened");
  assert.deepEqual(first.deliveries, []);
  const second = await list(`?type=dispute.opened&cursor=${first.nextCursor}`);
  assert.deepEqual([second.deliveries[0].deliveryId, second.nextCursor], [rare, null]);
});

test("400 for a cursor of another list, a status that there is not, and no parameter", async () => {
  for (const [query, details] of [
    ["?cursor=abc", /^cursor: /],
    ["?status=lost", /^status: /],
    ["?type=ping.pong", /^type: /],
    ["?since=2026-11-01T00:00:00Z", /^since: /],
  ] as const) {
    const answer = await api.get(`${path()}/deliveries${query}`);
    assertError(answer, { status: 400, code: "invalid_request", details });
  }
});

test("403 for a key without the scope", async () => {
  const key = await createTestKey({
    organizationId: api.organizationId,
    scopes: ["payments:read"],
  });
  const reader = createApiClient(service, key);
  for (const answer of [
    await reader.get(`${path()}/deliveries`),
    await reader.post(`${path()}/test`),
  ]) {
    assertError(answer, { status: 403, code: "forbidden", details: /webhooks:write/ });
  }
});
