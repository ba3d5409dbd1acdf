import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpEndpoint } from "#lib/testing/endpoint-stage.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { readEndpoint } from "#lib/testing/webhook-log.ts";

const service = setUpTestService({ WEBHOOK_ALLOW_PRIVATE: "1" });
const { api, receiver, current, path, ping, resend, list, setTo, acts } = setUpEndpoint(service);

test("a ping arrives at once, signed, and the answer says what came back", async () => {
  receiver.behave(current.place, { status: 202, body: "thanks" });
  const { status, body } = await ping();
  assert.equal(status, 200, JSON.stringify(body));
  const { deliveryId, eventId, createdAt, attempts, ...rest } = body.data;
  const expected = {
    endpointId: current.endpointId,
    type: "ping",
    subject: null,
    status: "delivered",
    nextAttemptAt: null,
  };
  assert.deepEqual(rest, expected);
  const [{ at, durationMs, ...attempt }] = attempts;
  assert.deepEqual(attempt, { statusCode: 202, error: null, answer: "thanks", byHand: true });
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000 && durationMs >= 0);

  const [arrival] = receiver.at(current.place);
  assert.ok(arrival);
  assert.equal(arrival.id, eventId);
  const event = { type: "ping", timestamp: createdAt, data: { endpointId: current.endpointId } };
  assert.deepEqual(new Webhook(current.secret).verify(arrival.body, arrival.headers), event);
  assert.deepEqual((await list()).deliveries, [body.data]);
  assert.deepEqual(await acts(), [{ action: "webhook_endpoint.tested", after: null }]);

  const details = (await api.get(`${path()}/deliveries/${deliveryId}`)).body.data;
  const { request, ...delivery } = details;
  assert.deepEqual(delivery, body.data);
  assert.deepEqual([request.url, request.body], [receiver.url + current.place, arrival.body]);
  for (const [name, value] of Object.entries(request.headers)) {
    assert.equal(arrival.headers[name.toLowerCase()], value, name);
  }
  assert.equal(JSON.stringify(details).includes("v1,"), false);
});

test("a failed one is kept, counts for nothing, and goes to a disabled endpoint, too", async () => {
  await api.send("PATCH", path(), { body: { status: "disabled" } });
  receiver.behave(current.place, 410);
  const { status, attempts } = (await ping()).body.data;
  assert.deepEqual([status, attempts[0].statusCode], ["failed", 410]);
  const { disabledReason, failures, failingSince } = await readEndpoint(current.endpointId);
  assert.deepEqual([disabledReason, failures, failingSince], ["requested", 0, null]);
});

test("one that arrives ends the failures and the pause, and one that fails ends nothing", async () => {
  const failingSince = new Date(Date.now() - 4 * 86_400_000);
  const failing = { failures: 40, failingSince, warnedAt: new Date(), pausedUntil: new Date() };
  await setTo(failing);
  const health = async () => {
    const { failures, failingSince, warnedAt, pausedUntil } = await readEndpoint(
      current.endpointId,
    );
    return { failures, failingSince, warnedAt, pausedUntil };
  };
  receiver.behave(current.place, (number) => (number === 0 ? 500 : 204));
  assert.equal((await ping()).body.data.status, "failed");
  assert.deepEqual(await health(), failing);
  assert.equal((await ping()).body.data.status, "delivered");
  const healthy = { failures: 0, failingSince: null, warnedAt: null, pausedUntil: null };
  assert.deepEqual(await health(), healthy);
});

test("what never arrives is an answer as well", async () => {
  await setTo({ url: "http://127.0.0.1:1/" });
  const { status, attempts } = (await ping()).body.data;
  const { statusCode, error, answer } = attempts[0];
  assert.deepEqual([status, statusCode, error, answer], ["failed", null, "connection", null]);
});

test("400 for the metadata of a cloud, which is never called, also where private networks are", async () => {
  for (const url of ["http://169.254.169.254/", "http://[::ffff:169.254.169.254]/"]) {
    const answer = await api.send("PATCH", path(), { body: { url } });
    const details = /^url: is an address that is never called$/;
    assertError(answer, { status: 400, code: "invalid_request", details });
  }
});

test("after a rotation, both secrets verify it", async () => {
  const rotated = (await api.post(`${path()}/rotate-secret`)).body.data;
  await ping();
  const [arrival] = receiver.at(current.place);
  assert.ok(arrival);
  for (const one of [current.secret, rotated.secret])
    new Webhook(one).verify(arrival.body, arrival.headers);
});

test("409 for an endpoint that the operator has paused, of which nothing is sent", async () => {
  const deliveryId = (await ping()).body.data.deliveryId;
  await setTo({ disabledReason: "paused" });
  for (const answer of [
    await ping(),
    await resend(deliveryId),
    await api.post(`${path()}/resend`, { body: { since: "2026-11-01T00:00:00Z" } }),
  ]) {
    assertError(answer, { status: 409, code: "conflict" });
  }
  assert.equal(receiver.at(current.place).length, 1);
});

test("nine of one organization at once: the ninth waits, and none is lost", async () => {
  receiver.behave(current.place, "hang");
  const pings = Array.from({ length: 9 }, ping);
  while (receiver.at(current.place).length < 8) await new Promise(setImmediate);
  assert.equal(receiver.at(current.place).length, 8);
  receiver.behave(current.place, 204);
  receiver.release();
  const answers = await Promise.all(pings);
  assert.deepEqual(
    answers.map(({ body }) => body.data.status),
    Array(9).fill("delivered"),
  );
});
