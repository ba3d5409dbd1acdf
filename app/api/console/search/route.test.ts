import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember({ kind: "platform", role: "viewer" });
const call = createConsoleClient(service, member);
const api = setUpApi(service, { member });
const holder = setUpCardholder(api);
const payment = { paymentId: "", receiptId: "" };
setUp(async () => {
  const { organizationId } = member;
  await fillPayments({ organizationId, count: 12 });
  const { rows } = await pool().query(
    "SELECT id, receipt_id FROM payment WHERE organization_id = $1 AND receipt_id LIKE 'receipt-7-%'",
    [organizationId],
  );
  payment.paymentId = rows[0].id;
  payment.receiptId = rows[0].receipt_id;
});

type Found = { kind: string; id: string; title: string; detail: string };

async function find(text: string, client = call): Promise<Found[]> {
  const { status, body } = await client("GET", `/search?text=${encodeURIComponent(text)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.found;
}

test("200: a payment by its id, its beginning, its references, and any part of these", async () => {
  const { paymentId, receiptId } = payment;
  const found = { kind: "payment", id: paymentId, title: receiptId };
  const texts = [
    paymentId,
    paymentId.slice(0, -6),
    paymentId.slice(-8).toUpperCase(),
    receiptId,
    receiptId.slice(2).toUpperCase(),
    "ACTION-7-",
  ];
  for (const text of texts) {
    const [first] = await find(text);
    assert.deepEqual({ ...first, detail: "" }, { ...found, detail: "" }, text);
  }
  assert.equal((await find("receipt-")).length, 5);
  assert.equal((await find(payment.paymentId))[0]?.detail, "$12.50, succeeded");
});

test("200: a cardholder, a key, a member, and a call", async () => {
  const { userId } = holder;
  assert.deepEqual(
    (await find(userId)).map(({ id }) => id),
    [userId],
  );
  const { memberId, email } = member;
  const [byEmail] = await find(email.slice(1, 12).toUpperCase());
  assert.deepEqual([byEmail?.kind, byEmail?.id, byEmail?.detail], ["member", memberId, "viewer"]);

  const { rows } = await pool().query(
    "SELECT id, name FROM api_key WHERE organization_id = $1 AND environment = 'development'",
    [member.organizationId],
  );
  assert.ok((await find(rows[0].name.toUpperCase())).some(({ id }) => id === rows[0].id));
});

test("200: an event by its full id, and of one's own organization alone", async () => {
  const eventId = createId("event");
  await pool().query(
    `INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data)
     VALUES ($1, 'development', 1, $2, 'user.erased', now(), 'usr_1', '{"userId":"usr_1"}')`,
    [member.organizationId, eventId],
  );
  const event = { kind: "event", id: eventId, title: "user.erased", detail: "usr_1" };
  assert.deepEqual(await find(eventId), [event]);
  const stranger = createConsoleClient(service, await createTestMember({ kind: "platform" }));
  assert.deepEqual(await find(eventId, stranger), []);
});

test("200: nothing of another organization or environment, or of another kind", async () => {
  const stranger = createConsoleClient(service, await createTestMember({ kind: "platform" }));
  const staging = createConsoleClient(service, member, "staging");
  const { userId } = holder;
  for (const client of [stranger, staging]) {
    for (const text of [payment.paymentId, "receipt", userId, "req_01"]) {
      const found = await find(text, client);
      assert.deepEqual(found, [], text);
    }
  }
});

test("400: without a text; 401: without a session", async () => {
  const answer = await call("GET", "/search?text=");
  assertError(answer, { status: 400, code: "invalid_request", details: /^text: / });
  const stranger = await call("GET", "/search?text=a", { headers: { Cookie: "" } });
  assertError(stranger, { status: 401, code: "unauthorized" });
});
