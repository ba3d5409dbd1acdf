import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { insertTestEndpoint, insertTestEvent } from "#lib/testing/webhook-endpoint.ts";
import { readWebhookStatus } from "./status.ts";

setUpTestService();

const isAbout = (seconds: number | null, expected: number) =>
  seconds !== null && seconds >= expected && seconds < expected + 60;

async function insertDelivery(endpointId: string, secondsUntilDue: number | null): Promise<void> {
  const isWaiting = secondsUntilDue !== null;
  await prisma().webhookDelivery.create({
    data: {
      id: createId("webhookDelivery"),
      endpointId,
      eventId: createId("event"),
      type: "payment.succeeded",
      status: isWaiting ? "waiting" : "failed",
      attempts: 1,
      dueAt: isWaiting ? new Date(Date.now() + secondsUntilDue * 1000) : null,
      createdAt: new Date(),
      log: [],
    },
  });
}

test("nothing waits where nothing has happened", async () => {
  const { endpoints, ...status } = await readWebhookStatus();
  assert.deepEqual(status, {
    unpublishedSeconds: null,
    unsentSeconds: null,
    unsentFailingSeconds: null,
    organizations: { enabled: 0, failing: 0, disabled_failing: 0, late: 0 },
    retries: { due: 0, later: 0 },
  });
  assert.deepEqual(
    endpoints.map(({ state, endpoints: count }) => [state, count]),
    ["enabled", "failing", "requested", "gone", "failing", "paused"].map((name, place) => [
      place < 2 ? name : `disabled_${name}`,
      0,
    ]),
  );
});

test("an event that is not published has the age of the oldest", async () => {
  await pool().query(`
    INSERT INTO event_outbox (types, environment, at)
    VALUES ('{payment.failed}', 'development', now() - interval '2 minutes'),
           ('{payment.failed}', 'development', now())`);
  assert.ok(isAbout((await readWebhookStatus()).unpublishedSeconds, 120));
  await pool().query("DELETE FROM event_outbox");
  assert.equal((await readWebhookStatus()).unpublishedSeconds, null);
});

test("an event that was not sent yet counts for each endpoint by itself", async () => {
  const tenant = {
    organizationId: await createTestOrganization(),
    environment: "development",
  } as const;
  const other = { ...tenant, environment: "staging" } as const;
  await insertTestEvent(tenant, { position: 1, secondsAgo: 3600 });
  await insertTestEvent(tenant, { position: 3, secondsAgo: 600 });
  await insertTestEvent(other, { position: 4, secondsAgo: 7200 });
  assert.equal((await readWebhookStatus()).unsentSeconds, null, "of no endpoint");

  const done = await insertTestEndpoint(tenant, { position: 3 });
  assert.equal((await readWebhookStatus()).unsentSeconds, null, "sent already");
  const behind = await insertTestEndpoint(tenant, { position: 1 });
  assert.ok(isAbout((await readWebhookStatus()).unsentSeconds, 600));

  await insertTestEndpoint(tenant, { position: 0, failingSince: new Date() });
  const { unsentSeconds, unsentFailingSeconds } = await readWebhookStatus();
  assert.ok(isAbout(unsentSeconds, 600) && isAbout(unsentFailingSeconds, 3600));

  await prisma().webhookEndpoint.update({
    where: { id: behind },
    data: { disabledReason: "paused" },
  });
  await insertTestEndpoint(tenant, { disabledReason: "gone" });
  const { endpoints, ...status } = await readWebhookStatus();
  assert.equal(status.unsentSeconds, null, "disabled ones get none");
  assert.deepEqual(
    endpoints.filter(({ endpoints: count }) => count > 0),
    [
      { state: "enabled", endpoints: 1 },
      { state: "failing", endpoints: 1 },
      { state: "disabled_gone", endpoints: 1 },
      { state: "disabled_paused", endpoints: 1 },
    ],
  );

  await insertDelivery(done, -5);
  await insertDelivery(done, 300);
  await insertDelivery(done, 600);
  await insertDelivery(done, null);
  await insertDelivery(behind, -5);
  assert.deepEqual((await readWebhookStatus()).retries, { due: 1, later: 2 });
});

test("an organization counts once, whatever it has, and not at all in development", async () => {
  const counts = async () => (await readWebhookStatus()).organizations;
  const before = await counts();
  const organizations = [await createTestOrganization(), await createTestOrganization()];
  const addTo = async (environment: "development" | "production") => {
    for (const organizationId of organizations) {
      const tenant = { organizationId, environment };
      const position = environment === "production" ? 1_000 : 2_000;
      await insertTestEvent(tenant, { position, secondsAgo: 601 });
      for (let count = 0; count < 3; count += 1) {
        await insertTestEndpoint(tenant);
        await insertTestEndpoint(tenant, { failingSince: new Date() });
        await insertTestEndpoint(tenant, { disabledReason: "failing" });
      }
    }
  };
  await addTo("development");
  assert.deepEqual(await counts(), before);
  await addTo("production");
  assert.deepEqual(await counts(), {
    enabled: before.enabled + 2,
    failing: before.failing + 2,
    disabled_failing: before.disabled_failing + 2,
    late: before.late + 2,
  });
});
