import assert from "node:assert/strict";
import { test } from "node:test";
import { prisma } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpEndpoint } from "#lib/testing/endpoint-stage.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { appendToLog, readEndpoint } from "#lib/testing/webhook-log.ts";

const service = setUpTestService({ WEBHOOK_ALLOW_PRIVATE: "1" });
const { api, receiver, current, path, tenant, ping, resend, list, setTo, addDelivery, acts } =
  setUpEndpoint(service);

test("the same id and body again, also of one that was delivered, with each attempt in its log", async () => {
  const [eventId = ""] = await appendToLog(tenant(), { count: 1 });
  const deliveryId = await addDelivery({ eventId, status: "delivered" });
  receiver.behave(current.place, (number) => (number === 0 ? 500 : 204));
  const failed = (await resend(deliveryId)).body.data;
  assert.equal(failed.status, "delivered");
  const { status, attempts } = (await resend(deliveryId)).body.data;
  assert.deepEqual(
    [
      status,
      attempts.map(({ statusCode, byHand }: Record<string, unknown>) => [statusCode, byHand]),
    ],
    [
      "delivered",
      [
        [500, false],
        [500, true],
        [204, true],
      ],
    ],
  );
  const [one, other] = receiver.at(current.place);
  assert.deepEqual([one?.id, one?.body], [eventId, other?.body]);
  const after = { deliveryId, eventId };
  assert.deepEqual(
    (await acts()).map((act) => act.after),
    [after, after],
  );
});

test("a delivery that waits keeps its time after a failure, and has none after a success", async () => {
  const [eventId = ""] = await appendToLog(tenant(), { count: 1 });
  const dueAt = new Date("2027-01-01T00:00:00Z");
  const deliveryId = await addDelivery({ eventId, status: "waiting", dueAt });
  receiver.behave(current.place, (number) => (number === 0 ? 503 : 200));
  const waiting = (await resend(deliveryId)).body.data;
  assert.deepEqual([waiting.status, waiting.nextAttemptAt], ["waiting", dueAt.toISOString()]);
  const { status, nextAttemptAt } = (await resend(deliveryId)).body.data;
  assert.deepEqual([status, nextAttemptAt], ["delivered", null]);
  const row = await prisma().webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } });
  assert.equal(row.attempts, 1);
});

test("a success ends five days of failures", async () => {
  const [eventId = ""] = await appendToLog(tenant(), { count: 1 });
  const deliveryId = await addDelivery({ eventId });
  await setTo({ failures: 40, failingSince: new Date("2026-11-01T00:00:00Z") });
  await resend(deliveryId);
  const { failures, failingSince } = await readEndpoint(current.endpointId);
  assert.deepEqual([failures, failingSince], [0, null]);
});

test("a ping is the same one again", async () => {
  const { deliveryId, eventId } = (await ping()).body.data;
  await resend(deliveryId);
  const [one, other] = receiver.at(current.place);
  assert.deepEqual([one?.id, one?.body], [eventId, other?.body]);
  assert.equal((await list()).deliveries.length, 1);
});

test("the log keeps the last 20 attempts", async () => {
  const { deliveryId } = (await ping()).body.data;
  receiver.behave(current.place, 500);
  for (let more = 0; more < 21; more++) await resend(deliveryId);
  const { attempts } = (await api.get(`${path()}/deliveries/${deliveryId}`)).body.data;
  assert.deepEqual(
    [...new Set(attempts.map((one: { statusCode: number }) => one.statusCode))],
    [500],
  );
  assert.equal(attempts.length, 20);
});

test("409 for an event that is no longer kept, whose delivery has no request any more", async () => {
  const deliveryId = await addDelivery({ eventId: `evt_${"f".repeat(32)}` });
  assertError(await resend(deliveryId), { status: 409, code: "conflict" });
  assert.equal((await api.get(`${path()}/deliveries/${deliveryId}`)).body.data.request, null);
  assert.equal(receiver.at(current.place).length, 0);
});

test("404 for a delivery of another endpoint", async () => {
  const { deliveryId } = (await ping()).body.data;
  const other = await api.post("/webhook-endpoints", { body: { url: receiver.url } });
  current.endpointId = other.body.data.endpointId;
  assertError(await resend(deliveryId), { status: 404, code: "not_found" });
  assertError(await api.get(`${path()}/deliveries/${deliveryId}`), {
    status: 404,
    code: "not_found",
  });
});
