import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import {
  addEndpoint,
  appendToLog,
  makeDue,
  readDeliveries,
  readEndpoint,
} from "#lib/testing/webhook-log.ts";
import { setUpWebhooks } from "#lib/testing/webhook-stage.ts";
import { ANSWER_SECONDS, type DeliveryAttempt, RETRY_SECONDS } from "./contract-deliveries.ts";

setUpTestService();
const stage = setUpWebhooks();

type Logged = Omit<DeliveryAttempt, "at"> & { at: string };

async function readOne(endpointId: string) {
  const [delivery] = await readDeliveries(endpointId);
  assert.ok(delivery);
  return { ...delivery, log: delivery.log as unknown as Logged[] };
}

const recorded = (endpointId: string, attempts: number) =>
  until(async () => (await readDeliveries(endpointId))[0]?.attempts === attempts);

test("a delivery that fails is tried again by the schedule, with the same id and bytes, until it has failed", async () => {
  stage.receiver.behave("/down", 500);
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/down` });
  await appendToLog(stage.tenant, { count: 1 });
  stage.send();

  for (const [index, seconds] of RETRY_SECONDS.entries()) {
    await recorded(endpoint.id, index + 1);
    const { status, dueAt, log } = await readOne(endpoint.id);
    const last = log.at(-1);
    assert.ok(dueAt && last);
    assert.equal(status, "waiting");
    const pause = dueAt.getTime() - new Date(last.at).getTime() - last.durationMs;
    assert.ok(pause >= seconds * 1000 - 1 && pause <= seconds * 1100 + 1, `${pause} ms`);
    await makeDue(endpoint.id);
  }
  await recorded(endpoint.id, RETRY_SECONDS.length + 1);

  const { status, dueAt, log } = await readOne(endpoint.id);
  assert.deepEqual([status, dueAt, log.length], ["failed", null, 8]);
  const arrivals = stage.receiver.at("/down");
  assert.equal(arrivals.length, 8);
  assert.equal(new Set(arrivals.map(({ id, body }) => `${id} ${body}`)).size, 1);
});

test("a retry that arrives ends the delivery and the failures", async () => {
  stage.receiver.behave("/recovers", (number) => (number === 0 ? 503 : 200));
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/recovers` });
  await appendToLog(stage.tenant, { count: 1 });
  stage.send();
  await recorded(endpoint.id, 1);
  assert.equal((await readEndpoint(endpoint.id)).failures, 1);
  await makeDue(endpoint.id);
  await recorded(endpoint.id, 2);
  const { status, dueAt } = await readOne(endpoint.id);
  assert.deepEqual([status, dueAt], ["delivered", null]);
  const { failures, failingSince } = await readEndpoint(endpoint.id);
  assert.deepEqual([failures, failingSince], [0, null]);
});

describe("an answer", () => {
  const outcomes = [
    ["200", 200, "delivered", { statusCode: 200, error: null }],
    ["299", 299, "delivered", { statusCode: 299, error: null }],
    ["304", 304, "waiting", { statusCode: 304, error: "redirect" }],
    ["400", 400, "waiting", { statusCode: 400, error: null }],
    ["404", 404, "waiting", { statusCode: 404, error: null }],
    ["a redirect", "redirect", "waiting", { statusCode: 302, error: "redirect" }],
    ["a closed connection", "close", "waiting", { statusCode: null, error: "connection" }],
  ] as const;
  for (const [name, behavior, expected, came] of outcomes) {
    test(`of ${name} means ${expected}`, async () => {
      stage.receiver.behave("/answer", behavior);
      const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/answer` });
      await appendToLog(stage.tenant, { count: 1 });
      stage.send();
      await recorded(endpoint.id, 1);
      const { status, log } = await readOne(endpoint.id);
      const { statusCode, error, byHand } = log[0] ?? {};
      assert.deepEqual(
        { status, statusCode, error, byHand },
        { status: expected, ...came, byHand: false },
      );
      assert.deepEqual(stage.receiver.at("/elsewhere"), []);
    });
  }

  test("that has no end is cut, and its first KiB kept", async () => {
    stage.receiver.behave("/endless", "endless");
    const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/endless` });
    await appendToLog(stage.tenant, { count: 1 });
    stage.send();
    await recorded(endpoint.id, 1);
    const { status, log } = await readOne(endpoint.id);
    assert.equal(status, "delivered");
    assert.equal(log[0]?.answer, "x".repeat(1024));
    await until(async () => stage.receiver.open() === 0);
  });

  test("of any bytes is kept as text", async () => {
    const body = new Uint8Array([0, 0xed, 0xa0, 0x80, 0xff, 0xf0, 0x9f, 0xa5, 0x90, 0x22]);
    stage.receiver.behave("/bytes", { status: 500, body });
    const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/bytes` });
    await appendToLog(stage.tenant, { count: 1 });
    stage.send();
    await recorded(endpoint.id, 1);
    assert.equal((await readOne(endpoint.id)).log[0]?.answer, `${"\uFFFD".repeat(5)}🥐"`);
  });

  test("that takes more than 15 s is none, and one that drips has its status and is cut", async () => {
    stage.receiver.behave("/hangs", "hang");
    stage.receiver.behave("/drips", "drip");
    const paths = ["/hangs", "/drips"];
    const [hangs, drips] = await Promise.all(
      paths.map((path) => addEndpoint(stage.tenant, { url: stage.receiver.url + path })),
    );
    assert.ok(hangs && drips);
    await appendToLog(stage.tenant, { count: 1 });
    stage.send(ANSWER_SECONDS * 1000);
    await Promise.all([recorded(hangs.id, 1), recorded(drips.id, 1)]);

    const late = await readOne(hangs.id);
    assert.deepEqual([late.status, late.log[0]?.error], ["waiting", "timeout"]);
    const cut = await readOne(drips.id);
    assert.deepEqual([cut.status, cut.log[0]?.statusCode], ["delivered", 200]);
    assert.match(cut.log[0]?.answer ?? "", /^\.+$/);
    for (const { log } of [late, cut]) assert.ok((log[0]?.durationMs ?? 0) < 17_000);
    await until(async () => stage.receiver.open() === 0);
  });
});

test("a delivery whose event was erased before its retry has failed, and nothing is sent", async () => {
  stage.receiver.behave("/erased", 500);
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/erased` });
  const ids = await appendToLog(stage.tenant, { count: 1 });
  stage.send();
  await recorded(endpoint.id, 1);
  await pool().query("DELETE FROM event WHERE id = ANY ($1)", [ids]);
  await makeDue(endpoint.id);
  await until(async () => (await readOne(endpoint.id)).status === "failed");
  const { attempts, dueAt, log } = await readOne(endpoint.id);
  assert.deepEqual([attempts, dueAt, log.length], [1, null, 1]);
  assert.equal(stage.receiver.at("/erased").length, 1);
});

test("a delivery that arrived by hand meanwhile stays delivered when its retry fails", async () => {
  stage.receiver.behave("/by-hand", (number) => (number === 0 ? 500 : "hang"));
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/by-hand` });
  await appendToLog(stage.tenant, { count: 1 });
  stage.send();
  await recorded(endpoint.id, 1);
  await makeDue(endpoint.id);
  await until(async () => stage.receiver.at("/by-hand").length === 2);
  await pool().query(
    "UPDATE webhook_delivery SET status = 'delivered', due_at = NULL WHERE endpoint_id = $1",
    [endpoint.id],
  );
  stage.receiver.release(500);
  await recorded(endpoint.id, 2);
  const { status, dueAt } = await readOne(endpoint.id);
  assert.deepEqual([status, dueAt], ["delivered", null]);
});

test("the log of a delivery has its latest twenty attempts", async () => {
  stage.receiver.behave("/long-log", 500);
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/long-log` });
  await appendToLog(stage.tenant, { count: 1 });
  stage.send();
  await recorded(endpoint.id, 1);
  await pool().query(
    `UPDATE webhook_delivery SET due_at = now(), log = (
       SELECT jsonb_agg(jsonb_build_object('at', n)) FROM generate_series(1, 20) AS n)
     WHERE endpoint_id = $1`,
    [endpoint.id],
  );
  await recorded(endpoint.id, 2);
  const { log } = await readOne(endpoint.id);
  assert.equal(log.length, 20);
  assert.equal(Number(log[0]?.at), 2);
  assert.equal(log.at(-1)?.statusCode, 500);
});
