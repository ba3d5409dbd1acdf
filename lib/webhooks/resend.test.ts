import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import {
  addEndpoint,
  appendToLog,
  readDeliveries,
  readEndpoint,
} from "#lib/testing/webhook-log.ts";
import { setUpWebhooks } from "#lib/testing/webhook-stage.ts";

setUpTestService();
const stage = setUpWebhooks();

/** Asks for what lies behind `after`, up to the position of the endpoint, and was created since. */
async function resend(endpointId: string, since: string, after = 0): Promise<void> {
  await pool().query(
    `UPDATE webhook_endpoint
     SET resend_after = $3, resend_until = position, resend_since = now() - $2::interval WHERE id = $1`,
    [endpointId, since, after],
  );
}

/** As if the endpoint had been enabled again at the end of the log. */
async function skipToEnd(endpointId: string): Promise<void> {
  await pool().query(
    "UPDATE webhook_endpoint SET position = (SELECT position FROM event_log_end) WHERE id = $1",
    [endpointId],
  );
}

const isResent = (endpointId: string) =>
  until(async () => (await readEndpoint(endpointId)).resendAfter === null);

const ids = () => stage.receiver.arrivals.map(({ id }) => id);

test("what was missed since a time is sent, by hand, without what came before or has arrived", async () => {
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/resent` });
  const delivered = await appendToLog(stage.tenant, { count: 3 });
  const sender = stage.send();
  await until(async () => (await readDeliveries(endpoint.id)).length === 3);
  await sender.stop();

  await appendToLog(stage.tenant, { count: 4, ageMs: 2 * 3_600_000 });
  const missed = await appendToLog(stage.tenant, { count: 400 });
  await skipToEnd(endpoint.id);
  stage.receiver.arrivals.length = 0;
  await resend(endpoint.id, "1 hour");
  stage.send();
  await isResent(endpoint.id);

  assert.deepEqual(new Set(ids()), new Set(missed));
  assert.equal(ids().length, missed.length);
  const rows = await readDeliveries(endpoint.id);
  const resent = rows.filter(({ eventId }) => missed.includes(eventId));
  assert.equal(resent.length, missed.length);
  assert.ok(resent.every(({ status, attempts }) => status === "delivered" && attempts === 0));
  assert.deepEqual(
    resent.map(({ log }) => (log as { byHand: boolean }[])[0]?.byHand).includes(false),
    false,
  );
  assert.equal(rows.length, missed.length + delivered.length);
});

test("one that fails again is not tried by itself, and one that waits keeps its time", async () => {
  stage.receiver.behave("/fails", 500);
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/fails` });
  const [waiting = ""] = await appendToLog(stage.tenant, { count: 1 });
  const sender = stage.send();
  await until(async () => (await readDeliveries(endpoint.id)).length === 1);
  await sender.stop();
  const [before] = await readDeliveries(endpoint.id);
  await pool().query(
    "UPDATE webhook_delivery SET due_at = due_at + interval '1 hour' WHERE endpoint_id = $1",
    [endpoint.id],
  );
  await appendToLog(stage.tenant, { count: 2 });
  await skipToEnd(endpoint.id);
  await resend(endpoint.id, "1 hour");
  stage.send();
  await isResent(endpoint.id);

  const rows = await readDeliveries(endpoint.id);
  const kept = rows.find(({ eventId }) => eventId === waiting);
  assert.deepEqual([kept?.status, kept?.attempts], ["waiting", 1]);
  assert.equal(Number(kept?.dueAt) - Number(before?.dueAt), 3_600_000);
  const others = rows.filter(({ eventId }) => eventId !== waiting);
  assert.equal(others.length, 2);
  assert.ok(others.every(({ status, dueAt }) => status === "failed" && dueAt === null));
  assert.equal((await readEndpoint(endpoint.id)).failures, 1);
});

test("new events go first", async () => {
  stage.receiver.behave("/first", "hang");
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/first` });
  await appendToLog(stage.tenant, { count: 60 });
  await skipToEnd(endpoint.id);
  await resend(endpoint.id, "1 hour");
  const fresh = new Set(await appendToLog(stage.tenant, { count: 20 }));
  stage.send();
  await until(async () => stage.receiver.open() === 8);
  assert.ok(ids().every((id) => fresh.has(id)));
  stage.receiver.release();
  await until(async () => ids().length === 24);
  assert.equal(ids().filter((id) => fresh.has(id)).length, 20);
  stage.receiver.behave("/first", 204);
  stage.receiver.release();
  await isResent(endpoint.id);
  assert.equal(new Set(ids()).size, 80);
});

test("a dead endpoint gets no more than a few of what is to be sent again, and the rest once it is up", async () => {
  stage.receiver.behave("/dead", 500);
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/dead` });
  const missed = await appendToLog(stage.tenant, { count: 300 });
  await skipToEnd(endpoint.id);
  await resend(endpoint.id, "1 hour");
  stage.send();
  await until(async () => (await readEndpoint(endpoint.id)).pausedUntil !== null);
  await until(async () => (await readEndpoint(endpoint.id)).leasedBy === null);
  const sent = stage.receiver.arrivals.length;
  assert.ok(sent >= 32 && sent <= 40, `${sent} were sent`);
  assert.equal((await readEndpoint(endpoint.id)).failures, 0);

  stage.receiver.behave("/dead", 204);
  await pool().query("UPDATE webhook_endpoint SET paused_until = now() WHERE id = $1", [
    endpoint.id,
  ]);
  await isResent(endpoint.id);
  const rows = await readDeliveries(endpoint.id);
  assert.equal(rows.length, missed.length);
  assert.equal(rows.filter(({ status }) => status === "delivered").length, missed.length - sent);
});
