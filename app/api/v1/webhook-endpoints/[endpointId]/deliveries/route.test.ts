import assert from "node:assert/strict";
import { test } from "node:test";
import { prisma } from "#lib/storage/database.ts";
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
    ["?from=2026-11-01T00:00:00Z", /^from: /],
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
