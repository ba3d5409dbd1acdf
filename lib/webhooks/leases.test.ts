import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { spawnProgram } from "#lib/testing/spawn-program.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import {
  addEndpoint,
  appendToLog,
  createLogTenant,
  readDeliveries,
  readEndpoint,
} from "#lib/testing/webhook-log.ts";
import { setUpWebhooks } from "#lib/testing/webhook-stage.ts";

const service = setUpTestService();
const stage = setUpWebhooks();

const endLease = (id: string) =>
  pool().query("UPDATE webhook_endpoint SET leased_until = now() WHERE id = $1", [id]);

test("several senders share endpoints, and never send one event at the same time, nor twice", async () => {
  const paths = Array.from({ length: 12 }, (_, number) => `/shared/${number}`);
  for (const path of paths) {
    stage.receiver.behave(path, { status: 204, delayMs: 3 });
    const tenant = await createLogTenant();
    await addEndpoint(tenant, { url: stage.receiver.url + path });
    await appendToLog(tenant, { count: 100, perSubject: 2 });
  }
  for (let sender = 0; sender < 3; sender += 1) stage.send();
  await until(async () => paths.every((path) => stage.receiver.at(path).length >= 100));
  const ids = stage.receiver.arrivals.map(({ id }) => id);
  assert.equal(ids.length, 1_200);
  assert.equal(new Set(ids).size, 1_200);
});

test("a process that is killed: another one takes over, and sends nothing again that was recorded", async () => {
  stage.receiver.behave("/killed", { status: 204, delayMs: 20 });
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/killed` });
  const ids = await appendToLog(stage.tenant, { count: 2_000 });
  const worker = spawnProgram("worker.ts", {
    DATA_DIR: service.dataDir,
    DATABASE_URL: service.databaseUrl,
    WEBHOOK_ALLOW_PRIVATE: "1",
  });
  await until(async () => (await readDeliveries(endpoint.id)).length > 200);
  worker.kill("SIGKILL");
  await once(worker, "exit");
  const recorded = (await readDeliveries(endpoint.id)).map(({ eventId }) => eventId);
  assert.ok(recorded.length < ids.length);
  const before = stage.receiver.arrivals.length;

  stage.send();
  assert.notEqual((await readEndpoint(endpoint.id)).leasedBy, null);
  await endLease(endpoint.id);
  await until(async () => (await readDeliveries(endpoint.id)).length === ids.length);
  const arrived = stage.receiver.arrivals.map(({ id }) => id);
  assert.deepEqual(new Set(arrived), new Set(ids));
  const again = new Set(arrived.slice(before));
  assert.deepEqual(
    recorded.filter((id) => again.has(id)),
    [],
  );
  // At most what was on its way or not recorded when it was killed.
  assert.ok(arrived.length - ids.length <= 200, `${arrived.length - ids.length} twice`);
});

test("a sender that has lost its lease sends nothing more, and records nothing", async () => {
  stage.receiver.behave("/stalled", "hang");
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/stalled` });
  await appendToLog(stage.tenant, { count: 100 });
  // Long enough to begin with eight on a slow machine; what hangs after those is waited for, too.
  stage.send(30_000);
  await until(async () => stage.receiver.at("/stalled").length === 8);
  await pool().query(
    "UPDATE webhook_endpoint SET leased_by = 'prc_other', leased_until = now() + interval '1 hour' WHERE id = $1",
    [endpoint.id],
  );
  stage.receiver.release();
  await until(async () => stage.receiver.open() === 0);
  const sent = stage.receiver.at("/stalled").length;
  assert.ok(sent <= 16, `${sent} were sent`);
  await appendToLog(stage.tenant, { count: 10 });
  const other = await createLogTenant();
  await addEndpoint(other, { url: `${stage.receiver.url}/other` });
  await appendToLog(other, { count: 1 });
  await until(async () => stage.receiver.at("/other").length === 1);
  assert.deepEqual(await readDeliveries(endpoint.id), []);
});

test("a change of the URL and the types holds from the next attempts on", async () => {
  stage.receiver.behave("/before", "hang");
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/before` });
  await appendToLog(stage.tenant, { count: 8 });
  const unwanted = await appendToLog(stage.tenant, { count: 5 });
  const wanted = await appendToLog(stage.tenant, { count: 5, type: "refund.failed" });
  stage.send();
  await until(async () => stage.receiver.at("/before").length === 8);
  await pool().query(
    "UPDATE webhook_endpoint SET url = $2, types = '{refund.failed}' WHERE id = $1",
    [endpoint.id, `${stage.receiver.url}/after`],
  );
  const { leasedUntil } = await readEndpoint(endpoint.id);
  // The sender has looked since.
  await until(async () => {
    const now = await readEndpoint(endpoint.id);
    return (now.leasedUntil ?? 0) > (leasedUntil ?? 0);
  });
  stage.receiver.release();
  await until(async () => stage.receiver.at("/after").length === wanted.length);
  assert.deepEqual(new Set(stage.receiver.at("/after").map(({ id }) => id)), new Set(wanted));
  const sent = new Set(stage.receiver.arrivals.map(({ id }) => id));
  assert.ok(unwanted.every((id) => !sent.has(id)));
});

test("an endpoint that is disabled or deleted gets nothing more", async () => {
  for (const path of ["/disabled", "/deleted"]) stage.receiver.behave(path, "hang");
  const disabled = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/disabled` });
  const deleted = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/deleted` });
  await appendToLog(stage.tenant, { count: 100 });
  stage.send();
  await until(async () => stage.receiver.open() === 16);
  await pool().query("UPDATE webhook_endpoint SET disabled_reason = 'requested' WHERE id = $1", [
    disabled.id,
  ]);
  await pool().query("DELETE FROM webhook_endpoint WHERE id = $1", [deleted.id]);
  const { leasedUntil } = await readEndpoint(disabled.id);
  await until(async () => {
    const now = await readEndpoint(disabled.id);
    return (now.leasedUntil ?? 0) > (leasedUntil ?? 0);
  });
  stage.receiver.release();
  await until(async () => (await readEndpoint(disabled.id)).leasedBy === null);
  assert.equal((await readDeliveries(disabled.id)).length, 8);
  assert.equal(stage.receiver.at("/disabled").length, 8);
  stage.receiver.release();
  await until(async () => stage.receiver.open() === 0);
  // Those that began before its sender looked again.
  assert.ok(stage.receiver.at("/deleted").length <= 24);
});

test("one that was enabled again meanwhile keeps what that has set", async () => {
  stage.receiver.behave("/enabled", "hang");
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/enabled` });
  await pool().query(
    "UPDATE webhook_endpoint SET failures = 5, failing_since = now() - interval '4 days' WHERE id = $1",
    [endpoint.id],
  );
  await appendToLog(stage.tenant, { count: 1 });
  stage.send();
  await until(async () => stage.receiver.open() === 1);
  await pool().query(
    "UPDATE webhook_endpoint SET failures = 0, failing_since = NULL, paused_until = NULL WHERE id = $1",
    [endpoint.id],
  );
  stage.receiver.release(500);
  await until(async () => (await readDeliveries(endpoint.id)).length === 1);
  assert.equal((await readEndpoint(endpoint.id)).failingSince, null);
});

test("a sender that is stopped waits for what is on its way, records it, and returns its leases", async () => {
  stage.receiver.behave("/stopped", "hang");
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/stopped` });
  await appendToLog(stage.tenant, { count: 50 });
  const sender = stage.send();
  await until(async () => stage.receiver.open() === 8);
  const stopping = sender.stop();
  stage.receiver.release();
  await stopping;
  assert.equal(stage.receiver.at("/stopped").length, 8);
  assert.equal((await readDeliveries(endpoint.id)).length, 8);
  assert.equal((await readEndpoint(endpoint.id)).leasedBy, null);
});

test("what hangs when a sender is stopped is given up unrecorded after five seconds", async () => {
  stage.receiver.behave("/hanging", "hang");
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/hanging` });
  await appendToLog(stage.tenant, { count: 3 });
  const sender = stage.send();
  await until(async () => stage.receiver.open() === 3);
  await sender.stop();
  assert.deepEqual(await readDeliveries(endpoint.id), []);
  const { leasedBy, position } = await readEndpoint(endpoint.id);
  assert.equal(leasedBy, null);
  stage.receiver.behave("/hanging", 204);
  stage.send();
  await until(async () => (await readDeliveries(endpoint.id)).length === 3);
  assert.ok((await readEndpoint(endpoint.id)).position > position);
});

test("a database that goes away for a while does not end the sender, and no event is lost", async () => {
  stage.receiver.behave("/away", { status: 204, delayMs: 5 });
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/away` });
  const ids = await appendToLog(stage.tenant, { count: 1_000 });
  stage.send();
  await until(async () => stage.receiver.arrivals.length > 100);
  const logged = service.logLines.length;
  await until(async () => {
    await asOwner(
      service.databaseUrl,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    return service.logLines.slice(logged).some((line) => /wait for the/.test(line));
  });

  await until(async () => {
    const rows = await readDeliveries(endpoint.id).catch(() => []);
    return rows.length === ids.length;
  });
  const arrived = new Set(stage.receiver.arrivals.map(({ id }) => id));
  assert.deepEqual(arrived, new Set(ids));
  const rows = await readDeliveries(endpoint.id);
  assert.ok(rows.every(({ status }) => status === "delivered"));
  assert.ok(!service.logLines.slice(logged).some((line) => /has failed/.test(line)));
});
