import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { firstIdAt } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { connectTestGateway } from "#lib/testing/connect-test-gateway.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember({ role: "viewer" });
const call = createConsoleClient(service, member);
const api = setUpApi(service, { member });
const holder = setUpCardholder(api);
const ids: Record<string, string> = {};
setUp(async () => {
  const sealed = { recipientHashedPan: holder.hashedPan };
  const pay = async (name: string, gateway: string, fields: Record<string, unknown>) => {
    const body = paymentBody({ receiptId: `R-${name}`, transactionId: `T_${name}%`, ...fields });
    await api.post(`/payments/${gateway}/create`, { body });
    const { rows } = await pool().query("SELECT id FROM payment WHERE receipt_id = $1", [
      body.receiptId,
    ]);
    ids[name] = rows[0].id;
  };
  await pay("escrowed", "gateway_one", { amount: 100 });
  await pay("sealed", "gateway_one", { amount: 200, ...sealed });
  await pay("declined", "gateway_one", { amount: 300, paymentMethod: "pm_card_chargeDeclined" });
  await pay("waiting", "gateway_two", { paymentMethod: "sandbox_requires_confirmation" });
  await pay("overdue", "gateway_one", { amount: 400, currency: "eur" });
  await pool().query(
    "UPDATE payment SET escrowed_at = now() - interval '181 days' WHERE receipt_id = 'R-overdue'",
  );
});

type Row = { paymentId: string };

test("200: the provider that a payment was begun with, whatever is connected by now", async () => {
  const shop = await createTestMember();
  const tenant = { organizationId: shop.organizationId, environment: "development" } as const;
  const key = await createTestKey(tenant);
  const connectionId = await connectTestGateway(tenant, "gateway_one", "sandbox", {});
  const paid = await api.post("/payments/gateway_one/create", { key, body: paymentBody() });
  assert.equal(paid.status, 201, JSON.stringify(paid.body));
  await pool().query(
    "UPDATE gateway_connection SET provider = 'stripe', removed_at = now() WHERE id = $1",
    [connectionId],
  );

  const client = createConsoleClient(service, shop);
  const { payments } = (await client("GET", "/payments")).body.data;
  assert.equal(payments[0].provider, "stripe");
  const single = await client("GET", `/payments/${paid.body.data.paymentId}`);
  assert.equal(single.body.data.provider, "stripe");
});

async function list(query: string, client = call): Promise<string[]> {
  const answer = await client("GET", `/payments?${query}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return answer.body.data.payments.map(({ paymentId }: Row) => names.get(paymentId) ?? paymentId);
}

test("200: what is stored of each payment, newest first", async () => {
  const { body } = await call("GET", "/payments");
  assert.equal(body.data.nextCursor, null);
  const [overdue, , declined, sealed] = body.data.payments;
  const { createdAt, ...rest } = sealed;
  assert.match(createdAt, /^\d{4}-.*Z$/);
  assert.deepEqual(rest, {
    paymentId: ids.sealed,
    merchantId: "merchant-1",
    receiptId: "R-sealed",
    transactionId: "T_sealed%",
    gateway: "gateway_one",
    provider: "sandbox",
    status: "succeeded",
    declineCode: null,
    receiptStatus: "sealed",
    sealedAt: "service",
    amount: 200,
    currency: "usd",
    refundedAmount: 0,
  });
  assert.equal(declined.declineCode, "card_declined");
  assert.equal(overdue.receiptStatus, "expired");
});

const all = ["overdue", "waiting", "declined", "sealed", "escrowed"];

describe("200: filters", () => {
  const cases: [string, string[]][] = [
    ["", all],
    ["status=failed", ["declined"]],
    ["status=requires_confirmation", ["waiting"]],
    ["status=pending", []],
    ["gateway=gateway_two", ["waiting"]],
    ["receiptStatus=sealed", ["sealed"]],
    ["receiptStatus=escrowed&gateway=gateway_one", ["escrowed"]],
    ["receiptStatus=void", ["declined"]],
    ["receiptStatus=expired", ["overdue"]],
    ["currency=EUR", ["overdue"]],
    ["amountMin=200&amountMax=300&currency=usd", ["declined", "sealed"]],
    ["amountMax=400&currency=eur", ["overdue"]],
    ["from=2020-01-01T00:00:00Z", all],
    ["to=2020-01-01T00:00:00Z", []],
    ["from=2999-01-01T00:00:00Z", []],
    ["search=R-", all],
    ["search=R-sealed", ["sealed"]],
    ["search=r-sealed", ["sealed"]],
    ["search=T_de", ["declined"]],
    ["search=T_sealed%25", ["sealed"]],
    ["search=T%25", []],
    ["search=TX", []],
    ["search=-SEALED", ["sealed"]],
    ["search=2.00", ["sealed"]],
    ["search=2,00%20USD", ["sealed"]],
    ["search=%E2%82%AC2.00", []],
    ["majorMin=2&majorMax=3&currency=usd", ["declined", "sealed"]],
    ["majorMin=2&majorMax=2.00", ["sealed"]],
    ["status=refunded", []],
    ["status=partly_refunded", []],
    ["search=R-&status=failed", ["declined"]],
    ["search=R-&to=2020-01-01T00:00:00Z", []],
  ];
  for (const [query, expected] of cases) {
    test(query || "none", async () => assert.deepEqual(await list(query), expected));
  }

  test("search for a payment id, within the other filters", async () => {
    assert.deepEqual(await list(`search=${ids.sealed}`), ["sealed"]);
    assert.deepEqual(await list(`search=${ids.sealed}&status=failed`), []);
    assert.deepEqual(await list(`search=${ids.sealed}&to=2020-01-01T00:00:00Z`), []);
    assert.deepEqual(await list(`search=${ids.sealed}&from=2999-01-01T00:00:00Z`), []);
    assert.deepEqual(await list(`search=${firstIdAt("payment", new Date())}`), []);
  });
});

test("200: pages put together are the list, each payment once", async () => {
  const owner = await createTestMember();
  await fillPayments({ organizationId: owner.organizationId, count: 250 });
  const own = createConsoleClient(service, owner);
  for (const filter of ["", "&search=receipt", "&status=succeeded"]) {
    const seen: string[] = [];
    let cursor = "";
    do {
      const answer = await own("GET", `/payments?limit=40${filter}${cursor}`);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      seen.push(...answer.body.data.payments.map(({ paymentId }: Row) => paymentId));
      cursor = answer.body.data.nextCursor ? `&cursor=${answer.body.data.nextCursor}` : "";
    } while (cursor);
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(seen, seen.toSorted().reverse());
    // 1 in 20 failed, and of the rest those wait that leave 1 when divided by 50.
    assert.equal(seen.length, filter.includes("status") ? 250 - 12 - 5 : 250, filter);
  }
});

test("200: nothing of another organization or environment", async () => {
  const stranger = createConsoleClient(service, await createTestMember());
  const staging = createConsoleClient(service, member, "staging");
  for (const client of [stranger, staging]) {
    assert.deepEqual(await list("", client), []);
    assert.deepEqual(await list("search=R-", client), []);
    assert.deepEqual(await list(`search=${ids.sealed}`, client), []);
  }
});

test("401: without a session", async () => {
  const answer = await call("GET", "/payments", { headers: { Cookie: "" } });
  assertError(answer, { status: 401, code: "unauthorized" });
});

describe("400", () => {
  const cases: [string, RegExp][] = [
    ["limit=0", /^limit: /],
    ["limit=101", /^limit: /],
    ["status=paid", /^status: /],
    ["gateway=gateway_three", /^gateway: must be gateway_one or gateway_two$/],
    ["receiptStatus=", /^receiptStatus: /],
    ["amountMin=1.5&currency=usd", /^amountMin: must be a whole number/],
    ["amountMax=-1&currency=usd", /^amountMax: /],
    ["amountMin=5", /^currency: is required with an amount$/],
    ["majorMin=1,5", /^majorMin: must be a decimal number/],
    ["amountMax=5", /^currency: is required with an amount$/],
    ["currency=zzz", /^currency: must be an ISO 4217 code$/],
    ["from=yesterday", /^from: /],
    ["to=2026-02-30T00:00:00Z", /^to: /],
    ["search=", /^search: /],
    [`search=${"x".repeat(129)}`, /^search: /],
    ["search=%00", /^search: contains a NUL character$/],
    ["cursor=bm9uZQ", /^cursor: must be the nextCursor of an earlier page$/],
  ];
  for (const [query, details] of cases) {
    test(query.slice(0, 40), async () => {
      const answer = await call("GET", `/payments?${query}`);
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }
});
