import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { pool, prisma } from "#lib/storage/database.ts";
import { createApiClient, setUpApi } from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { appendToLog, readDeliveries, readEndpoint } from "#lib/testing/webhook-log.ts";
import { openSecrets } from "#lib/webhooks/secrets.ts";
import { selectEndpoint } from "#lib/webhooks/store-endpoints.ts";

const service = setUpTestService();
const api = setUpApi(service);
let endpointId: string;
let secret: string;
beforeEach(async () => {
  const body = { url: "https://hooks.example/a", description: "Tills" };
  ({ endpointId, secret } = (await api.post("/webhook-endpoints", { body })).body.data);
});

const path = () => `/webhook-endpoints/${endpointId}`;
const change = (body: object) => api.send("PATCH", path(), { body });
const setTo = (data: object) =>
  prisma().webhookEndpoint.update({ where: { id: endpointId }, data });
const tenant = () => ({ organizationId: api.organizationId, environment: "development" as const });

async function entriesOf(id: string) {
  return await prisma().auditEntry.findMany({
    where: { target: id, action: { not: "webhook_endpoint.created" } },
    select: { action: true, before: true, after: true },
    orderBy: { id: "asc" },
  });
}

describe("PATCH", () => {
  test("changes what is given and nothing else, and the trail has the URL's origin alone", async () => {
    const { body: before } = await api.get(path());
    const url = "https://other.example:8443/b?token=abc";
    const { status, body } = await change({ url, types: ["payment.failed"] });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.data, { ...before.data, url, types: ["payment.failed"] });
    assert.deepEqual((await api.get(path())).body, body);
    assert.deepEqual(await entriesOf(endpointId), [
      {
        action: "webhook_endpoint.changed",
        before: { origin: "https://hooks.example", types: [], description: "Tills" },
        after: {
          origin: "https://other.example:8443",
          types: ["payment.failed"],
          description: "Tills",
        },
      },
    ]);
  });

  test("null is no change, an empty text is one, and what stays the same leaves no entry", async () => {
    const { body } = await change({ url: null, types: [], description: "" });
    const { url, types, description } = body.data;
    assert.deepEqual(
      { url, types, description },
      { url: "https://hooks.example/a", types: [], description: "" },
    );
    await change({});
    await change({ status: "enabled", description: "" });
    assert.deepEqual(
      (await entriesOf(endpointId)).map(({ action }) => action),
      ["webhook_endpoint.changed"],
    );
  });

  test("400 that names the field, and then nothing has changed", async () => {
    const organizationId = await createTestOrganization("enterprise", "merchant");
    const own = createApiClient(service, await createTestKey({ organizationId }));
    const created = await own.post("/webhook-endpoints", {
      body: { url: "https://hooks.example" },
    });
    const merchants = `/webhook-endpoints/${created.body.data.endpointId}`;
    for (const [body, details] of [
      [{ url: "https://user:secret@hooks.example", description: "x" }, /^url: /],
      [{ types: ["receipt.opened"], description: "x" }, /^types: /],
      [{ status: "paused", description: "x" }, /^status: /],
      [{ description: "x".repeat(257) }, /^description: /],
    ] as const) {
      const answer = await own.send("PATCH", merchants, { body });
      assertError(answer, { status: 400, code: "invalid_request", details });
    }
    assert.equal((await own.get(merchants)).body.data.description, "");
  });

  test("another URL begins without the failures of the one before", async () => {
    const failing = {
      failures: 40,
      failingSince: new Date(),
      warnedAt: new Date(),
      pausedUntil: new Date(),
    };
    await setTo(failing);
    await change({ description: "the same URL" });
    assert.equal((await readEndpoint(endpointId)).failures, 40);
    assert.equal((await change({ url: "https://hooks.example/b" })).body.data.failingSince, null);
    const { failures, warnedAt, pausedUntil } = await readEndpoint(endpointId);
    assert.deepEqual(
      { failures, warnedAt, pausedUntil },
      { failures: 0, warnedAt: null, pausedUntil: null },
    );
  });

  test("disabled keeps its place; enabled again, it begins at the end of the log and in good health", async () => {
    const { position } = await readEndpoint(endpointId);
    const disabled = await change({ status: "disabled" });
    const { status, disabledReason, disabledAt } = disabled.body.data;
    assert.ok(Math.abs(Date.parse(disabledAt) - Date.now()) < 60_000);
    assert.deepEqual(
      { status, disabledReason },
      { status: "disabled", disabledReason: "requested" },
    );
    await appendToLog(tenant(), { count: 3 });
    assert.equal((await readEndpoint(endpointId)).position, position);

    await setTo({
      failures: 40,
      failingSince: new Date(),
      resendAfter: 0,
      resendUntil: 1,
      resendSince: new Date(),
    });
    const enabled = await change({ status: "enabled" });
    assert.equal(enabled.body.data.disabledReason, null);
    assert.equal(enabled.body.data.disabledAt, null);
    const row = await readEndpoint(endpointId);
    assert.equal(row.position, position + 3n);
    assert.deepEqual(
      [row.failures, row.failingSince, row.disabledAt, row.resendSince],
      [0, null, null, null],
    );
    assert.deepEqual(await entriesOf(endpointId), [
      { action: "webhook_endpoint.disabled", before: null, after: null },
      { action: "webhook_endpoint.enabled", before: { disabledReason: "requested" }, after: null },
    ]);
  });

  test("enabled again, it gets no retries from before: they have failed, and a resend sends them", async () => {
    const rest = { endpointId, type: "payment.failed", attempts: 2, log: [] };
    const dueAt = new Date();
    const deliveries = (["waiting", "delivered", "failed"] as const).map((status, at) => ({
      ...rest,
      id: `whd_${String(at + 1).repeat(32)}`,
      eventId: `evt_${String(at + 1).repeat(32)}`,
      status,
      createdAt: new Date(),
      dueAt: status === "waiting" ? dueAt : null,
    }));
    await prisma().webhookDelivery.createMany({ data: deliveries });
    await change({ status: "disabled" });
    await change({ status: "enabled" });
    const stored = (await readDeliveries(endpointId)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(
      stored.map(({ status, dueAt: due }) => [status, due]),
      [
        ["failed", null],
        ["delivered", null],
        ["failed", null],
      ],
    );
  });

  for (const disabledReason of ["gone", "failing"] as const) {
    test(`one that was disabled as ${disabledReason} is enabled, and stays so if it is disabled again`, async () => {
      await setTo({ disabledReason, disabledAt: new Date() });
      const same = await change({ status: "disabled" });
      assert.equal(same.body.data.disabledReason, disabledReason);
      assert.equal((await change({ status: "enabled" })).body.data.status, "enabled");
    });
  }

  test("409 to enable one that the operator has paused, and then nothing has changed", async () => {
    await setTo({ disabledReason: "paused", disabledAt: new Date() });
    const answer = await change({ status: "enabled", description: "x" });
    assertError(answer, { status: 409, code: "conflict" });
    assert.match(answer.body.error.message, /operator/);
    const { description, disabledReason } = (await api.get(path())).body.data;
    assert.deepEqual(
      { description, disabledReason },
      { description: "Tills", disabledReason: "paused" },
    );
    assert.equal((await change({ status: "disabled" })).body.data.disabledReason, "paused");
    assert.equal((await change({ description: "x" })).status, 200);
  });
});

describe("DELETE", () => {
  test("takes the deliveries with it, and frees its place", async () => {
    const createdAt = new Date();
    await prisma().webhookDelivery.create({
      data: {
        id: `whd_${"0".repeat(32)}`,
        endpointId,
        eventId: `evt_${"0".repeat(32)}`,
        type: "ping",
        status: "failed",
        attempts: 1,
        createdAt,
        log: [],
      },
    });
    const { status, body } = await api.send("DELETE", path());
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.data, { endpointId, deleted: true });
    assertError(await api.get(path()), { status: 404, code: "not_found" });
    assertError(await api.send("DELETE", path()), { status: 404, code: "not_found" });
    assert.equal(await prisma().webhookDelivery.count({ where: { endpointId } }), 0);
    const before = { origin: "https://hooks.example", types: [], description: "Tills" };
    assert.deepEqual(await entriesOf(endpointId), [
      { action: "webhook_endpoint.deleted", before, after: null },
    ]);
  });
});

test("the trail has a deletion before its deliveries are gone", async () => {
  const rest = { type: "ping", status: "failed", attempts: 1, createdAt: new Date() } as const;
  const id = `whd_${"9".repeat(32)}`;
  const data = { id, endpointId, eventId: `evt_${"9".repeat(32)}`, log: [], ...rest };
  await prisma().webhookDelivery.create({ data });
  const other = await pool().connect();
  await other.query("BEGIN");
  await other.query("SELECT FROM webhook_delivery WHERE id = $1 FOR UPDATE", [id]);
  const deleted = api.send("DELETE", path());
  await until(async () => (await entriesOf(endpointId)).length === 1);
  assert.equal((await api.get(path())).body.data.status, "disabled");
  await other.query("ROLLBACK");
  other.release();
  assert.equal((await deleted).status, 200);
  assert.equal((await entriesOf(endpointId)).length, 1);
  assertError(await api.get(path()), { status: 404, code: "not_found" });
});

describe("POST rotate-secret", () => {
  const rotate = async () => (await api.post(`${path()}/rotate-secret`)).body.data;
  const secrets = async () => {
    const row = await selectEndpoint(tenant(), endpointId);
    assert.ok(row);
    return openSecrets(row);
  };

  test("a new secret, beside which the one before signs for 24 hours", async () => {
    const rotated = await rotate();
    assert.match(rotated.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const hours = (Date.parse(rotated.previousSecretUntil) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours <= 24, String(hours));
    assert.deepEqual(await secrets(), [rotated.secret, secret]);

    await setTo({ previousSecretUntil: new Date() });
    assert.deepEqual(await secrets(), [rotated.secret]);
    const after = { previousSecretUntil: rotated.previousSecretUntil };
    assert.deepEqual(await entriesOf(endpointId), [
      { action: "webhook_endpoint.secret_rotated", before: null, after },
    ]);
  });

  test("another rotation ends the first secret", async () => {
    const [one, other] = [await rotate(), await rotate()];
    assert.deepEqual(await secrets(), [other.secret, one.secret]);
  });
});

test("another organization and another environment know nothing of it: 404 as for one that never existed", async () => {
  const keys = [
    await createTestKey(),
    await createTestKey({ organizationId: api.organizationId, environment: "staging" }),
  ];
  const calls = [
    ["GET", ""],
    ["PATCH", "", { description: "mine" }],
    ["DELETE", ""],
    ["POST", "/rotate-secret"],
    ["POST", "/test"],
    ["POST", "/resend", { since: "2026-11-28T00:00:00Z" }],
    ["GET", "/deliveries"],
    ["GET", "/deliveries/whd_1"],
    ["POST", "/deliveries/whd_1/resend"],
  ] as const;
  for (const key of keys) {
    for (const [method, below, body] of calls) {
      const ask = (id: string) =>
        api.send(method, `/webhook-endpoints/${id}${below}`, { key, body });
      const foreign = await ask(endpointId);
      assertError(foreign, { status: 404, code: "not_found" });
      assertSameError(foreign, await ask(`whe_${"0".repeat(32)}`));
    }
    assert.deepEqual((await api.get("/webhook-endpoints", { key })).body.data, { endpoints: [] });
  }
  assert.equal((await api.get(path())).body.data.description, "Tills");
});
