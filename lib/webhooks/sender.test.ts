import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { findEvents } from "#lib/events/log.ts";
import { pool } from "#lib/storage/database.ts";
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
import { eventBody } from "./event-body.ts";
import { createSecret, sealSecret } from "./secrets.ts";
import { startSender } from "./sender.ts";
import { MAX_IN_FLIGHT } from "./slots.ts";

setUpTestService();

const stage = setUpWebhooks();

const arrived = (path: string, count: number) =>
  until(async () => stage.receiver.at(path).length >= count);

test("an event arrives with the bytes of its body, signed, and is recorded once", async () => {
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/one` });
  const [id = ""] = await appendToLog(stage.tenant, { count: 1 });
  stage.send();
  await until(async () => (await readDeliveries(endpoint.id)).length === 1);

  const [arrival, ...others] = stage.receiver.at("/one");
  assert.deepEqual(others, []);
  const [event] = await findEvents([id]);
  assert.ok(arrival && event);
  assert.equal(arrival.body, eventBody(event));
  assert.equal(arrival.id, id);
  assert.equal(arrival.headers["content-type"], "application/json");
  assert.equal(arrival.headers["user-agent"], "Sealslip-Webhooks/1");
  new Webhook(endpoint.secret).verify(arrival.body, arrival.headers);

  const [delivery] = await readDeliveries(endpoint.id);
  const { status, attempts, dueAt, eventId, type } = delivery ?? {};
  assert.deepEqual(
    { status, attempts, dueAt, eventId, type },
    { status: "delivered", attempts: 1, dueAt: null, eventId: id, type: "payment.succeeded" },
  );
  const { position, failures } = await readEndpoint(endpoint.id);
  assert.deepEqual([Number(position), failures], [event.position, 0]);
});

test("both secrets sign for a day after a rotation, and the new one alone afterwards", async () => {
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/rotated` });
  const secret = createSecret();
  const rotate = (until: string) =>
    pool().query(
      `UPDATE webhook_endpoint
       SET previous_secret = $2, previous_secret_until = now() + $3::interval, secret = $4 WHERE id = $1`,
      [
        endpoint.id,
        sealSecret(endpoint.id, endpoint.secret),
        until,
        sealSecret(endpoint.id, secret),
      ],
    );
  await rotate("24 hours");
  stage.send();
  await appendToLog(stage.tenant, { count: 1 });
  await arrived("/rotated", 1);
  await rotate("-1 second");
  await until(async () => {
    await appendToLog(stage.tenant, { count: 1 });
    const last = stage.receiver.at("/rotated").at(-1);
    return last?.headers["webhook-signature"]?.includes(" ") === false;
  });

  const [during] = stage.receiver.at("/rotated");
  const after = stage.receiver.at("/rotated").at(-1);
  assert.ok(during && after);
  for (const one of [endpoint.secret, secret]) new Webhook(one).verify(during.body, during.headers);
  new Webhook(secret).verify(after.body, after.headers);
  assert.throws(() => new Webhook(endpoint.secret).verify(after.body, after.headers));
});

test("events of a subject arrive in their order at first delivery, with many in flight", async () => {
  stage.receiver.behave("/order", (number) => ({
    status: number % 7 === 3 ? 500 : 204,
    delayMs: (number * 7) % 11,
  }));
  await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/order` });
  const ids = await appendToLog(stage.tenant, { count: 600, perSubject: 4 });
  stage.send();
  await until(async () => new Set(stage.receiver.at("/order").map(({ id }) => id)).size === 600);

  const firsts = [...new Set(stage.receiver.at("/order").map(({ id }) => id))];
  const numbers = new Map(ids.map((id, number) => [id, number]));
  const subjects = Map.groupBy(firsts, (id) => Math.floor((numbers.get(id) ?? 0) / 4));
  for (const [subject, sent] of subjects) {
    const expected = ids.slice(subject * 4, subject * 4 + 4);
    assert.deepEqual(sent, expected, `of subject ${subject}`);
  }
  assert.ok(stage.receiver.mostOpen("/order") > 1);
});

test("two events of one subject are never on their way together", async () => {
  stage.receiver.behave("/serial", "hang");
  await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/serial` });
  const ids = await appendToLog(stage.tenant, { count: 5, perSubject: 5 });
  stage.send();
  for (const number of ids.keys()) {
    await arrived("/serial", number + 1);
    stage.receiver.release();
  }
  assert.equal(stage.receiver.mostOpen("/serial"), 1);
  assert.deepEqual(
    stage.receiver.at("/serial").map(({ id }) => id),
    ids,
  );
});

test("an endpoint that hangs delays no other: all of the other's events arrive before its first answer", async () => {
  stage.receiver.behave("/hangs", "hang");
  await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/hangs` });
  const other = await createLogTenant();
  await addEndpoint(other, { url: `${stage.receiver.url}/answers` });
  await appendToLog(stage.tenant, { count: 500 });
  stage.send();
  await arrived("/hangs", 8);
  await appendToLog(other, { count: 1_000 });
  await arrived("/answers", 1_000);

  assert.equal(stage.receiver.at("/hangs").length, 8);
  assert.equal(stage.receiver.open(), 8);
});

test("an endpoint has 32 requests open at most, and comes to that as it answers well", async () => {
  stage.receiver.behave("/bounded", (number) => (number < 300 ? 204 : "hang"));
  await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/bounded` });
  await appendToLog(stage.tenant, { count: 400 });
  stage.send();
  await until(async () => stage.receiver.open() === 32);
  await until(async () => {
    stage.receiver.release();
    return stage.receiver.at("/bounded").length === 400;
  });
  assert.equal(stage.receiver.mostOpen("/bounded"), 32);
});

test(`a process has ${MAX_IN_FLIGHT} requests open at most, and each endpoint its first one`, async () => {
  const paths = Array.from({ length: 60 }, (_, number) => `/many/${number}`);
  for (const path of paths) {
    const one = await createLogTenant();
    stage.receiver.behave(path, "hang");
    await addEndpoint(one, { url: stage.receiver.url + path });
    await appendToLog(one, { count: 20 });
  }
  stage.send();
  await until(async () => paths.every((path) => stage.receiver.at(path).length > 0));
  assert.ok(stage.receiver.mostOpen() <= MAX_IN_FLIGHT, `${stage.receiver.mostOpen()} were open`);
  assert.equal(Math.max(...paths.map((path) => stage.receiver.mostOpen(path))), 8);
});

test("no transaction is open while an answer is awaited", async () => {
  stage.receiver.behave("/quiet", "hang");
  await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/quiet` });
  await appendToLog(stage.tenant, { count: 20 });
  stage.send();
  await arrived("/quiet", 8);
  for (let look = 0; look < 50; look += 1) {
    const { rows } = await pool().query(
      `SELECT query FROM pg_stat_activity
       WHERE datname = current_database() AND state LIKE 'idle in transaction%'
         AND now() - state_change > interval '50 milliseconds'`,
    );
    assert.deepEqual(rows, []);
  }
  assert.equal(stage.receiver.open(), 8);
});

test("types choose what is sent, and the position moves past the others", async () => {
  const endpoint = await addEndpoint(stage.tenant, {
    url: `${stage.receiver.url}/typed`,
    types: ["refund.failed"],
  });
  await appendToLog(stage.tenant, { count: 5_000 });
  const wanted = await appendToLog(stage.tenant, { count: 2, type: "refund.failed" });
  await appendToLog(stage.tenant, { count: 10 });
  stage.send();
  const { rows } = await pool().query<{ position: number }>("SELECT position FROM event_log_end");
  const end = rows[0]?.position;
  await until(async () => Number((await readEndpoint(endpoint.id)).position) === end);
  assert.deepEqual(
    stage.receiver.at("/typed").map(({ id }) => id),
    wanted,
  );
});

test("nothing is sent while it is held, as where a database was restored and is not released", async () => {
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/held` });
  await appendToLog(stage.tenant, { count: 3 });
  const asked = { times: 0, isHeld: true };
  const sender = startSender({
    isHeld: () => {
      asked.times += 1;
      return asked.isHeld;
    },
  });
  await until(async () => asked.times === 3);
  assert.deepEqual(stage.receiver.at("/held"), []);
  assert.equal((await readEndpoint(endpoint.id)).leasedBy, null);
  asked.isHeld = false;
  await arrived("/held", 3);
  await sender.stop();
});
