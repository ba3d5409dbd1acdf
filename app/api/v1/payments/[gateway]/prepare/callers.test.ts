import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, randomHashedPan, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpMember } from "#lib/testing/console-client.ts";
import { createPair, registerPair } from "#lib/testing/device-keys.ts";
import { reserveKeys, sealFor } from "#lib/testing/seal-at-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import {
  callAsPage,
  registerAsVisit,
  startVisit,
  type VisitClient,
} from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const service = setUpTestService({ RATE_LIMITS: JSON.stringify({ visits: { payments: 2 } }) });
const api = setUpApi(service);
const developer = setUpMember();
const viewer = setUpMember({ role: "viewer" });
setUp(admitVisitors);

const PATH = "/payments/gateway_one/prepare";
const recipient = () => ({ recipientHashedPan: randomHashedPan() });

describe("who may call", () => {
  test("401 without a key, 403 without payments:write", async () => {
    const body = recipient();
    const key = await createTestKey({ scopes: ["payments:read", "keys:grant"] });
    assertError(await api.post(PATH, { body, key: "" }), { status: 401, code: "unauthorized" });
    assertError(await api.post(PATH, { body, key }), { status: 403, code: "forbidden" });
  });

  test("404 or 400 for a gateway that there is not", async () => {
    const answer = await api.post("/payments/gateway_six/prepare", { body: recipient() });
    assertError(answer, { status: 400, code: "invalid_request", details: /^gateway: must be / });
  });

  test("a member's session, but not a viewer's", async () => {
    const headers = ({ cookie }: { cookie: string }) => ({ Cookie: cookie, "X-Session": "" });
    const send = (member: { cookie: string }) =>
      callAsPage(service, "POST", `/v1${PATH}`, { body: recipient(), headers: headers(member) });
    const prepared = await send(developer);
    assert.equal(prepared.status, 200, JSON.stringify(prepared.body));
    assertError(await send(viewer), { status: 403, code: "forbidden" });
  });

  test("a cardholder of one environment is nobody in another", async () => {
    const { organizationId } = api;
    const holder = await registerPair(api, await createPair("P-256"));
    const staging = await createTestKey({ organizationId, environment: "staging" });
    const body = { recipientHashedPan: holder.hashedPan };
    const kindOf = async (key?: string) =>
      (await api.post(PATH, { body, ...(key && { key }) })).body.data.reservations[0].keyKind;
    assert.equal(await kindOf(), "cardholder");
    assert.equal(await kindOf(staging), "escrow");
  });
});

test("it stores nothing, and tells no merchant more of a card than a payment does", async () => {
  const holder = await registerPair(api, await createPair("P-256"));
  const stranger = createApiClient(service, await createTestKey());
  const [reservation = assert.fail()] = await reserveKeys(stranger, {
    recipientHashedPan: holder.hashedPan,
  });
  assert.deepEqual(Object.keys(reservation).sort(), [
    "expiresAt",
    "keyId",
    "keyKind",
    "paymentId",
    "publicKey",
    "reservation",
  ]);
  assert.equal(reservation.keyId, holder.keyId);
  assert.ok(!JSON.stringify(reservation).includes(holder.userId));
  const { rows } = await pool().query(
    "SELECT (SELECT count(*) FROM payment) + (SELECT count(*) FROM idempotency_record) AS count",
  );
  assert.equal(rows[0].count, 0);
});

describe("a visit of the demo", () => {
  const prepare = (visit: VisitClient, fields: object = {}, gateway = "gateway_one") =>
    visit.call("POST", `/v1/payments/${gateway}/prepare`, {
      body: { recipientHashedPan: visit.hashedPan, ...fields },
    });
  const create = (visit: VisitClient, body: object) =>
    visit.call("POST", "/v1/payments/gateway_one/create", { body });

  test("prepares and pays for its own card, and prepares as often as it likes", async () => {
    const visit = await startVisit(service);
    await registerAsVisit(visit);
    const { status, body } = await prepare(visit, { count: 5 });
    assert.equal(status, 200, JSON.stringify(body));
    const [reservation] = body.data.reservations;
    assert.equal(reservation.keyKind, "cardholder");
    const own = { recipient: { recipientHashedPan: visit.hashedPan }, amount: 980 };
    const answer = await create(visit, (await sealFor(reservation, own)).body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    assert.equal(answer.body.data.veroMetadata.sealedAt, "till");
  });

  test("not for another visit's card, nor at gateway_two", async () => {
    const [visit, other] = [await startVisit(service), await startVisit(service)];
    assert.equal((await prepare(other)).status, 200);
    const foreign = await prepare(visit, { recipientHashedPan: other.hashedPan });
    assertError(foreign, { status: 409, code: "conflict" });
    const elsewhere = await prepare(visit, {}, "gateway_two");
    assertError(elsewhere, { status: 403, code: "forbidden" });
  });

  test("its reservation is of no use to another, nor to a member", async () => {
    const visit = await startVisit(service);
    const { body } = await prepare(visit);
    const own = { recipient: { recipientHashedPan: visit.hashedPan }, amount: 980 };
    const sealed = await sealFor(body.data.reservations[0], own);
    const asKey = await api.post("/payments/gateway_one/create", { body: sealed.body });
    assertError(asKey, {
      status: 400,
      code: "invalid_request",
      details: /^reservation: is not for/,
    });

    const other = await startVisit(service);
    const recipientHashedPan = other.hashedPan;
    const asOther = await create(other, { ...sealed.body, recipientHashedPan });
    assertError(asOther, { status: 400, code: "invalid_request", details: /^reservation: is not/ });
    assert.equal((await create(visit, sealed.body)).status, 201);
  });

  test("holds one for any recipient, which it may name among its own only", async () => {
    const [visit, other] = [await startVisit(service), await startVisit(service)];
    await registerAsVisit(visit);
    assert.equal((await prepare(other)).status, 200);
    const reserve = async (by: VisitClient, gateway?: string) =>
      await by.call("POST", `/v1/payments/${gateway ?? "gateway_one"}/prepare`, {
        body: { anyRecipient: true },
      });
    assertError(await reserve(visit, "gateway_two"), { status: 403, code: "forbidden" });

    const { status, body } = await reserve(visit);
    assert.equal(status, 200, JSON.stringify(body));
    const [reservation] = body.data.reservations;
    const sealTo = async (hashedPan: string) => {
      const recipient = { recipientHashedPan: hashedPan };
      return (await sealFor(reservation, { recipient, amount: 980 })).body;
    };
    const foreign = await create(visit, await sealTo(other.hashedPan));
    assertError(foreign, { status: 409, code: "conflict" });
    assert.equal(foreign.body.error.message, "This card belongs to another visit");
    const asOther = await create(other, await sealTo(other.hashedPan));
    assertError(asOther, { status: 400, code: "invalid_request", details: /^reservation: is not/ });
    const own = await create(visit, await sealTo(visit.hashedPan));
    assert.equal(own.status, 201, JSON.stringify(own.body));
    assert.equal(own.body.data.veroMetadata.receiptStatus, "sealed");
  });

  test("pays as little and as rarely as with a receipt that is not sealed", async () => {
    const visit = await startVisit(service);
    const { body } = await prepare(visit, { count: 4 });
    const recipient = { recipientHashedPan: visit.hashedPan };
    const pay = async (at: number, amount: number) =>
      await create(visit, (await sealFor(body.data.reservations[at], { recipient, amount })).body);
    assertError(await pay(0, 10_000_000), { status: 403, code: "forbidden" });
    assert.equal((await pay(1, 980)).status, 201);
    assert.equal((await pay(2, 980)).status, 201);
    assertError(await pay(3, 980), { status: 403, code: "forbidden" });
  });
});
