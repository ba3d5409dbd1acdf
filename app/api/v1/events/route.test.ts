import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { eventTypes, issuerEventTypes, merchantEventTypes } from "#lib/core/vocabulary.ts";
import { pruneEvents } from "#lib/events/prune.ts";
import { publishEvents } from "#lib/events/publish.ts";
import { pool } from "#lib/storage/database.ts";
import {
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { countWaiting } from "#lib/testing/count-waiting.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { describeEvents } from "#lib/webhooks/describe-event.ts";

const service = setUpTestService();
const api = setUpApi(service);
const stranger = setUpApi(service);
const other = setUpApi(service);
const holder = setUpCardholder(api);

const publish = async () => {
  while ((await publishEvents(describeEvents)) > 0);
};

const list = async (query: Record<string, string> = {}, client = api) =>
  await client.call("GET /api/v1/events", { query });

const typesOf = async (query: Record<string, string> = {}, client = api) =>
  (await list(query, client)).events.map(({ type }) => type);

async function sell(fields: Record<string, unknown> = {}) {
  const params = { gateway: "gateway_one" } as const;
  const body = paymentBody({ recipientHashedPan: holder.hashedPan, ...fields });
  return await api.call("POST /api/v1/payments/{gateway}/create", { params, body });
}

const sold = ["payment.succeeded", "receipt.delivered"] as const;

setUp(async () => {
  await sell();
  await sell({ paymentMethod: "sandbox_requires_confirmation" });
  await publish();
});

const badPlace = {
  status: 400,
  code: "invalid_request",
  details: /^after: .+ Leave it out to begin with the oldest event/,
} as const;

const all = ["user.registered", ...sold, "payment.requires_confirmation"];

describe("a list of events", () => {
  test("has what happened, the oldest first, with what the lists answer", async () => {
    const { events, nextCursor } = await list();
    assert.deepEqual([events.map(({ type }) => type), nextCursor], [all, null]);
    const [registered, succeeded, delivered] = events;
    const { users } = await api.call("GET /api/v1/users", { query: {} });
    assert.deepEqual(registered?.data, users[0]);
    const { payments } = await api.call("GET /api/v1/payments", { query: {} });
    assert.deepEqual(succeeded?.data, payments[1]);
    const path = { params: { userId: holder.userId }, query: {} };
    const { receipts } = await api.call("GET /api/v1/receipts/{userId}", path);
    assert.deepEqual(delivered?.data, { ...receipts[0], userId: holder.userId });
    for (const event of events) {
      const { eventId } = event;
      assert.deepEqual(
        await api.call("GET /api/v1/events/{eventId}", { params: { eventId } }),
        event,
      );
    }
  });

  test("is followed by the id of the last event, or by pages, to the same end", async () => {
    const pages: string[] = [];
    let after: string | null | undefined;
    do {
      const page = await list({ limit: "1", ...(after && { after }) });
      pages.push(...page.events.map(({ eventId }) => eventId));
      after = page.nextCursor;
    } while (after);
    const { events } = await list();
    assert.deepEqual(
      pages,
      events.map(({ eventId }) => eventId),
    );
    const [, second, , last] = pages;
    assert.deepEqual(await typesOf({ after: second ?? "" }), all.slice(2));
    const end = await list({ after: last ?? "" });
    assert.deepEqual(end, { events: [], nextCursor: null, lastCursor: last });
  });

  test("tells of a cardholder before the receipts that waited for the card", async () => {
    const hashedPan = randomHashedPan();
    const { key } = stranger;
    const body = paymentBody({ recipientHashedPan: hashedPan });
    const params = { gateway: "gateway_one" } as const;
    await stranger.call("POST /api/v1/payments/{gateway}/create", { params, body });
    const { userId } = await registerCardholder(stranger, hashedPan);
    await publish();
    assert.deepEqual(
      (await api.get("/events", { key })).body.data.events.map(
        ({ type }: { type: string }) => type,
      ),
      ["payment.succeeded", "user.registered", "receipt.delivered"],
    );
    const { receipts } = await stranger.call("GET /api/v1/receipts/{userId}", {
      params: { userId },
      query: {},
    });
    assert.equal(receipts.length, 1);
  });

  test("is filtered by type and by time", async () => {
    assert.deepEqual(await typesOf({ type: "receipt.delivered" }), ["receipt.delivered"]);
    const [, second, third] = (await list()).events;
    const [from, to] = [second?.createdAt ?? "", third?.createdAt ?? ""];
    assert.deepEqual(await typesOf({ from }), all.slice(1));
    const until = await list({ to, limit: "100" });
    assert.ok(until.events.every(({ createdAt }) => createdAt < to));
    assert.deepEqual(await typesOf({ from: new Date(Date.now() + 60_000).toISOString() }), []);
  });

  test("has what the scopes of the key are for", async () => {
    const [merchant, issuer] = [
      await createTestKey({ organizationId: api.organizationId, scopes: ["payments:read"] }),
      await createTestKey({ organizationId: api.organizationId, scopes: ["receipts:read"] }),
    ];
    const none = await createTestKey({
      organizationId: api.organizationId,
      scopes: ["payments:write"],
    });
    const { events } = await list();
    for (const [key, types] of [
      [merchant, merchantEventTypes],
      [issuer, issuerEventTypes],
    ] as const) {
      const isVisible = (type: string) => types.some((one) => one === type);
      const { data } = (await api.get("/events", { key })).body;
      assert.deepEqual(
        data.events,
        events.filter(({ type }) => isVisible(type)),
      );
      for (const { eventId, type } of events) {
        const { status } = await api.get(`/events/${eventId}`, { key });
        assert.equal(status, isVisible(type) ? 200 : 404);
      }
      for (const type of eventTypes) {
        const { status } = await api.get(`/events?type=${type}`, { key });
        assert.equal(status, isVisible(type) ? 200 : 403);
      }
    }
    assertError(await api.get("/events", { key: none }), { status: 403, code: "forbidden" });
  });

  test("has nothing of another organization or environment", async () => {
    const { events } = await list();
    const eventId = events[0]?.eventId ?? "";
    const staging = await createTestKey({
      organizationId: api.organizationId,
      environment: "staging",
    });
    for (const key of [other.key, staging]) {
      assert.deepEqual((await api.get("/events", { key })).body.data.events, []);
      assertError(await api.get(`/events/${eventId}`, { key }), { status: 404, code: "not_found" });
      const foreign = await api.get(`/events?after=${eventId}`, { key });
      assertError(foreign, badPlace);
    }
  });

  test("is read so many at a time, and ends where the period does", async () => {
    const { organizationId } = other;
    const [begin, end] = [Date.now() - 3_600_000, Date.now() - 1_800_000];
    await pool().query(
      `INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data)
       SELECT $1, 'development', n, 'evt_' || md5(n::text), 'user.erased',
              CASE WHEN n = 6000 THEN $3::timestamptz ELSE $2 END, 'usr', '{"userId": "usr"}'
       FROM generate_series(1000, 7000) n`,
      [organizationId, new Date(begin), new Date(end)],
    );
    const from = new Date(end).toISOString();
    const first = await list({ from }, other);
    assert.deepEqual(first.events, []);
    const second = await list({ from, after: first.nextCursor ?? "" }, other);
    assert.deepEqual([second.events.length, second.nextCursor], [1, null]);

    // A reader of a rare type goes on from where it has read, not from the last match.
    const rare = { type: "user.registered" };
    const begun = await list({ ...rare, after: first.nextCursor ?? "" }, other);
    assert.deepEqual([begun.events, begun.nextCursor], [[], null]);
    const since = { after: begun.lastCursor ?? "" };
    assert.deepEqual((await list({ ...since, limit: "100" }, other)).events, []);

    await pool().query(
      `INSERT INTO event_mark (minute, position, oldest) VALUES ($1, 999, $1), ($2, 1002, $2)`,
      [new Date(begin), new Date(end)],
    );
    const hour = await list({ to: from, limit: "100" }, other);
    assert.deepEqual([hour.events.length, hour.nextCursor], [3, null]);
  });
});

/** As an early version stored it: without fields of today, and with one that has gone. */
const olderPayment = {
  paymentId: "pay_01a0e1b2c3d47000b1c2d3e4f5061728",
  status: "succeeded",
  amount: 1250,
  currency: "eur",
  tillName: "till-2",
};

test("an event of an older shape is answered as it was stored, alone and in a list", async () => {
  const client = await createTestKey({ organizationId: stranger.organizationId });
  const id = `evt_${"a".repeat(32)}`;
  await pool().query(
    `INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data)
     VALUES ($1, 'development', 900000, $2, 'payment.succeeded', now(), 'pay_1', $3)`,
    [stranger.organizationId, id, olderPayment],
  );
  const { body } = await api.get(`/events/${id}`, { key: client });
  assert.deepEqual(body.data?.data, olderPayment, JSON.stringify(body));
  const page = await api.get("/events?limit=100", { key: client });
  assert.deepEqual(page.body.data.events.at(-1), body.data);
});

describe("an event that is gone", () => {
  const after = async (place: string) => await api.get(`/events?after=${place}`);

  test("400: a place that is none", async () => {
    const cursor = Buffer.from(`1 ${Date.now() - 31 * 24 * 3_600_000}`).toString("base64url");
    for (const place of ["x", "evt_1", `evt_${"0".repeat(32)}`, "MQ", cursor]) {
      assertError(await after(place), badPlace);
    }
    assertError(await after("%00"), { ...badPlace, details: /^after: / });
  });

  test("after 30 days, in the list and by its id", async () => {
    const { eventId } = (await list()).events[0] ?? assert.fail();
    await pool().query("UPDATE event SET created_at = now() - interval '29 days' WHERE id = $1", [
      eventId,
    ]);
    await pruneEvents();
    assert.equal((await api.get(`/events/${eventId}`)).status, 200);
    await pool().query("UPDATE event SET created_at = now() - interval '31 days' WHERE id = $1", [
      eventId,
    ]);
    await pool().query("UPDATE event_mark SET minute = minute - interval '31 days'");
    await pruneEvents();
    assertError(await api.get(`/events/${eventId}`), { status: 404, code: "not_found" });
    assertError(await after(eventId), badPlace);
    assert.deepEqual(await typesOf(), all.slice(1));
    assert.deepEqual((await pool().query("SELECT FROM event_mark")).rows, []);
  });
});

describe("an erasure", () => {
  test("takes the issuer's events, and the key out of the merchant's; their places stay", async () => {
    const user = await registerCardholder(api);
    await sell({ recipientHashedPan: user.hashedPan });
    await publish();
    const before = (await list({ limit: "100" })).events;
    const [, paid, delivered] = before.slice(-3);
    // Not published yet.
    await sell({ recipientHashedPan: user.hashedPan });
    assert.equal((await requestErasure(service, user.userId, api.key)).status, 200);
    await publish();

    const { events } = await list({ limit: "100" });
    const known = before.slice(0, -3).map(({ eventId }) => eventId);
    const fresh = events.filter(({ eventId }) => !known.includes(eventId));
    assert.deepEqual(
      fresh.map(({ type, data }) => [type, "veroMetadata" in data ? data.veroMetadata.keyId : ""]),
      [
        ["payment.succeeded", null],
        ["payment.succeeded", null],
        ["user.erased", ""],
      ],
    );
    assert.equal(fresh[0]?.eventId, paid?.eventId);
    const { rows } = await pool().query(
      "SELECT FROM event WHERE cardholder_id = $1 OR data::text LIKE '%' || $2 || '%'",
      [user.userId, user.keyId],
    );
    assert.equal(rows.length, 0);
    const gone = delivered?.eventId ?? "";
    assertError(await api.get(`/events/${gone}`), { status: 404, code: "not_found" });
    assert.deepEqual(await typesOf({ after: gone }), ["payment.succeeded", "user.erased"]);
  });
});

test("an erasure waits for what is being published, and takes it, too", async () => {
  const user = await registerCardholder(api);
  await sell({ recipientHashedPan: user.hashedPan });
  let erasure: Promise<{ status: number }> | undefined;
  const published = await publishEvents(async (rows, transaction, reject) => {
    const events = await describeEvents(rows, transaction, reject);
    assert.ok(events.some(({ type }) => type === "receipt.delivered"));
    erasure = requestErasure(service, user.userId, api.key);
    await until(async () => (await countWaiting(pool())) === 1);
    return events;
  });
  assert.ok(published > 0);
  assert.equal((await erasure)?.status, 200);
  const { rows } = await pool().query(
    "SELECT FROM event WHERE cardholder_id = $1 OR data::text LIKE '%' || $2 || '%'",
    [user.userId, user.keyId],
  );
  assert.equal(rows.length, 0);
});

test("a result that a crash took back is the same event once it is recorded again", async () => {
  const body = paymentBody({ recipientHashedPan: holder.hashedPan });
  const pay = async () => (await api.post("/payments/gateway_one/create", { body })).body.data;
  const { paymentId } = await pay();
  const takeBack = async () =>
    await pool().query(
      `UPDATE payment SET status = 'pending', order_id = NULL, client_secret = NULL,
              provider_reference = NULL, match_data = NULL, settled_at = NULL, delivered_at = NULL
       WHERE id = $1`,
      [paymentId],
    );
  const read = async () =>
    (await list({ limit: "100" })).events.filter(
      ({ data }) => "paymentId" in data && data.paymentId === paymentId,
    );

  // Before it was published.
  await pool().query("DELETE FROM event_outbox WHERE payment_id = $1", [paymentId]);
  await takeBack();
  await pay();
  await publish();
  const events = await read();
  assert.deepEqual(
    events.map(({ type }) => type),
    sold,
  );
  // After it, as no crash can.
  await takeBack();
  await pay();
  await publish();
  assert.deepEqual(await read(), events);
});
