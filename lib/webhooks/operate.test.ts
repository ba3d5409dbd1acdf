import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { prisma } from "#lib/storage/database.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { insertTestEndpoint, insertTestEvent } from "#lib/testing/webhook-endpoint.ts";
import { listAllEndpoints, pauseEndpoint, resumeEndpoint } from "./operate.ts";

setUpTestService();

const tenantOf = async () =>
  ({ organizationId: await createTestOrganization(), environment: "development" }) as const;

const stored = async (id: string) =>
  await prisma().webhookEndpoint.findUniqueOrThrow({ where: { id } });

test("an endpoint is listed with its host alone, and with what waits for it", async () => {
  const tenant = await tenantOf();
  const failingSince = new Date("2026-11-28T09:00:00Z");
  const types = ["payment.succeeded"];
  const id = await insertTestEndpoint(tenant, { position: 1, failingSince, types });
  for (const position of [1, 2, 3]) await insertTestEvent(tenant, { position });
  await prisma().event.updateMany({ where: { position: 3 }, data: { type: "payment.failed" } });
  await prisma().webhookDelivery.create({
    data: {
      id: createId("webhookDelivery"),
      endpointId: id,
      eventId: createId("event"),
      type: "payment.succeeded",
      status: "waiting",
      attempts: 1,
      dueAt: new Date(),
      createdAt: new Date(),
      log: [],
    },
  });
  const listed = await listAllEndpoints();
  const { createdAt, ...endpoint } = listed.find(({ endpointId }) => endpointId === id) ?? {};
  assert.ok(createdAt instanceof Date);
  assert.deepEqual(endpoint, {
    endpointId: id,
    ...tenant,
    host: "hooks.example:8443",
    status: "enabled",
    disabledReason: null,
    disabledAt: null,
    failingSince,
    waitingEvents: 1,
    hasMoreEvents: false,
    waitingDeliveries: 1,
  });
});

test("no more is read for one endpoint than has to be", async () => {
  const tenant = await tenantOf();
  const id = await insertTestEndpoint(tenant, { types: ["dispute.opened"] });
  const row = { ...tenant, type: "payment.succeeded", subject: "pay_test", data: {} };
  await prisma().event.createMany({
    data: Array.from({ length: 1_001 }, (_, at) => {
      return { ...row, position: at + 1, id: createId("event"), createdAt: new Date() };
    }),
  });
  const endpoint = (await listAllEndpoints()).find(({ endpointId }) => endpointId === id);
  assert.deepEqual([endpoint?.waitingEvents, endpoint?.hasMoreEvents], [0, true]);
});

test("a pause ends the lease and keeps the position, and a resume goes on from there", async () => {
  const id = await insertTestEndpoint(await tenantOf(), {
    position: 41,
    failures: 40,
    failingSince: new Date(),
    warnedAt: new Date(),
    pausedUntil: new Date(),
    leasedBy: "prc_1",
    leasedUntil: new Date(Date.now() + 30_000),
  });
  const paused = await pauseEndpoint({ endpointId: id, reason: "a complaint of its host" });
  assert.deepEqual([paused.status, paused.disabledReason], ["disabled", "paused"]);
  const { leasedBy, leasedUntil, disabledAt } = await stored(id);
  assert.deepEqual([leasedBy, leasedUntil], [null, null]);
  assert.ok(disabledAt);

  const resumed = await resumeEndpoint({ endpointId: id });
  assert.deepEqual([resumed.status, resumed.failingSince], ["enabled", null]);
  const { position, failures, failingSince, warnedAt, pausedUntil } = await stored(id);
  assert.deepEqual(
    { position, failures, failingSince, warnedAt, pausedUntil },
    { position: 41n, failures: 0, failingSince: null, warnedAt: null, pausedUntil: null },
  );
});

test("only an enabled one is paused, and only a paused one resumed", async () => {
  const tenant = await tenantOf();
  for (const disabledReason of ["requested", "gone", "failing", "paused"] as const) {
    const id = await insertTestEndpoint(tenant, { disabledReason });
    const message = `The endpoint is disabled already: ${disabledReason}`;
    const refused = { code: "conflict", message };
    await assert.rejects(pauseEndpoint({ endpointId: id, reason: "x" }), refused);
    if (disabledReason === "paused") continue;
    await assert.rejects(resumeEndpoint({ endpointId: id }), { code: "conflict" });
    assert.equal((await stored(id)).disabledReason, disabledReason);
  }
  const enabled = await insertTestEndpoint(tenant);
  await assert.rejects(resumeEndpoint({ endpointId: enabled }), { code: "conflict" });
  const unknown = createId("webhookEndpoint");
  await assert.rejects(pauseEndpoint({ endpointId: unknown, reason: "x" }), { code: "not_found" });
  await assert.rejects(resumeEndpoint({ endpointId: unknown }), { code: "not_found" });
});

test("a list has pages, of which the next begins after the last endpoint", async () => {
  const tenant = await tenantOf();
  for (let count = 0; count < 60; count += 1) await insertTestEndpoint(tenant);
  const first = await listAllEndpoints();
  const second = await listAllEndpoints(first.at(-1)?.endpointId);
  const ids = [...first, ...second].map(({ endpointId }) => endpointId);
  assert.equal(first.length, 50);
  assert.ok(second.length >= 10);
  assert.deepEqual(ids, [...new Set(ids)].toSorted());
});
