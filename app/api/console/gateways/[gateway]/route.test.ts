import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeEach, describe, test } from "node:test";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  startSquareStandIn,
} from "#lib/gateways/square/testing/square-stand-in.ts";
import { stripeForm } from "#lib/gateways/stripe/contract.ts";
import {
  STRIPE_LIVE_KEY,
  STRIPE_READING_KEY,
  STRIPE_TEST_KEY,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { pool } from "#lib/storage/database.ts";
import { type Answer, createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  type TestMember,
} from "#lib/testing/console-client.ts";
import { findSecrets } from "#lib/testing/find-secrets.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
// Loaded before the clock runs: the first use of a package takes most of the deadline here.
import "square";
import "stripe";

const stripe = setUp(startStripeStandIn);
const square = setUp(startSquareStandIn);
const service = setUpTestService(() => ({
  STRIPE_API_BASE: stripe.url,
  SQUARE_API_BASE: square.url,
  GATEWAY_TIMEOUT_MS: "2000",
}));
let member: TestMember;
let call: ConsoleClient;
const answers: Answer[] = [];
beforeEach(async () => {
  member = await createTestMember();
  call = createConsoleClient(service, member);
});

const webhookSecret = `whsec_${randomBytes(16).toString("hex")}`;
const wrongKey = `sk_test_${randomBytes(16).toString("hex")}`;
const toStripe = { provider: "stripe", credentials: { secretKey: STRIPE_TEST_KEY, webhookSecret } };
const toSquare = {
  provider: "square",
  credentials: { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION },
};

async function put(gateway: string, body: unknown): Promise<Answer> {
  const answer = await call("PUT", `/gateways/${gateway}`, { body });
  answers.push(answer);
  return answer;
}

async function pay(gateway: string, environment: "development" | "production" = "development") {
  const { organizationId } = member;
  const api = createApiClient(service, await createTestKey({ organizationId, environment }));
  const body = paymentBody({ paymentMethod: "pm_card_visa", cardNonce: "cnon:card-nonce-ok" });
  const answer = await api.post(`/payments/${gateway}/create`, { body });
  answers.push(answer);
  return answer;
}

test("201, and payments go to the provider with the merchant's credentials", async () => {
  const before = stripe.countCharges();
  const answer = await put("gateway_one", toStripe);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const { connectionId, createdAt, updatedAt, ...rest } = answer.body.data;
  assert.deepEqual(rest, {
    gateway: "gateway_one",
    provider: "stripe",
    account: "acct_standin",
    circuit: "closed",
    webhookUrl: `${service.url}/api/gateways/gateway_one/${connectionId}/webhook`,
    lastNotificationAt: null,
    events: stripeForm.setup.events.map(({ type }) => ({ type, lastReceivedAt: null })),
  });
  assert.ok(connectionId && createdAt && updatedAt);

  assert.match((await pay("gateway_one")).body.data.orderId, /^pi_/);
  assert.equal(stripe.countCharges(), before + 1);

  assert.equal((await put("gateway_two", toSquare)).status, 201);
  const paid = await pay("gateway_two");
  assert.equal(paid.status, 201, JSON.stringify(paid.body));
  assert.equal(square.countCharges(paid.body.data.paymentId), 1);
});

test("DELETE: 200, and the sandbox is back at once; then 404", async () => {
  await put("gateway_one", toStripe);
  assert.match((await pay("gateway_one")).body.data.orderId, /^pi_/);
  const removed = await call("DELETE", "/gateways/gateway_one");
  assert.equal(removed.status, 200);
  assert.deepEqual(removed.body.data, { gateway: "gateway_one", removed: true });
  assert.match((await pay("gateway_one")).body.data.orderId, /^ord_/);
  assertError(await call("DELETE", "/gateways/gateway_one"), { status: 404, code: "not_found" });
});

test("production: the sandbox is refused, a provider is not; without one nothing is taken", async () => {
  call = createConsoleClient(service, member, "production");
  const refused = await put("gateway_one", { provider: "sandbox" });
  assertError(refused, { status: 400, code: "invalid_request", details: /^provider: production/ });
  assertError(await pay("gateway_one", "production"), { status: 400, code: "invalid_request" });

  const live = { provider: "stripe", credentials: { secretKey: STRIPE_LIVE_KEY } };
  assert.equal((await put("gateway_one", live)).status, 201);
  const paid = await pay("gateway_one", "production");
  assert.equal(paid.status, 201, JSON.stringify(paid.body));
  // The connection of one environment is none of another.
  assert.match((await pay("gateway_one")).body.data.orderId, /^ord_/);
});

describe("400", () => {
  const square = { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION };
  const refusals: [gateway: string, body: unknown, details: RegExp][] = [
    ["gateway_one", {}, /^provider: /],
    ["gateway_one", { provider: "paypal" }, /^provider: must be one of sandbox, stripe\b/],
    ["gateway_one", { provider: "__proto__" }, /^provider: /],
    ["gateway_one", { provider: "square", credentials: square }, /^provider: must be one of/],
    ["gateway_two", toStripe, /^provider: must be one of sandbox, square\b/],
    ["gateway_three", toStripe, /^gateway: /],
    ["gateway_one", { provider: "stripe" }, /^credentials\.secretKey: /],
    ["gateway_one", { provider: "stripe", credentials: wrongKey }, /^credentials: /],
    [
      "gateway_one",
      { provider: "stripe", credentials: { secretKey: `pk_${wrongKey}` } },
      /^credentials\.secretKey: must be a secret or restricted key$/,
    ],
    [
      "gateway_one",
      { provider: "stripe", credentials: { ...toStripe.credentials, [wrongKey]: 1 } },
      /^credentials: a field that this provider does not have$/,
    ],
    ["gateway_one", { provider: "sandbox", credentials: { any: 1 } }, /^credentials: a field/],
    [
      "gateway_one",
      { provider: "stripe", credentials: { secretKey: wrongKey } },
      /^credentials\.secretKey: refused by the provider$/,
    ],
    [
      "gateway_one",
      { provider: "stripe", credentials: { secretKey: STRIPE_READING_KEY } },
      /^credentials\.secretKey: may not do what payments need: PaymentIntents: write, Refunds: write$/,
    ],
    [
      "gateway_two",
      { provider: "square", credentials: { ...square, accessToken: wrongKey } },
      /^credentials\.accessToken: refused by the provider$/,
    ],
    [
      "gateway_two",
      { provider: "square", credentials: { ...square, locationId: "LELSEWHERE" } },
      /^credentials\.locationId: refused by the provider$/,
    ],
  ];
  for (const [gateway, body, details] of refusals) {
    test(`${gateway}: ${details.source}`, async () => {
      assertError(await put(gateway, body), { status: 400, code: "invalid_request", details });
      assert.deepEqual((await call("GET", "/gateways")).body.data.connections, []);
    });
  }

  test("a replacement that is refused leaves what was there", async () => {
    await put("gateway_one", toStripe);
    const wrong = { provider: "stripe", credentials: { secretKey: wrongKey } };
    assertError(await put("gateway_one", wrong), { status: 400, code: "invalid_request" });
    assert.match((await pay("gateway_one")).body.data.orderId, /^pi_/);
  });
});

test("503: a provider that gives no answer; nothing is stored", async () => {
  stripe.misbehave("error");
  const answer = await put("gateway_one", toStripe);
  assertError(answer, { status: 503, code: "service_unavailable" });
  assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/);
  assert.deepEqual((await call("GET", "/gateways")).body.data.connections, []);
});

test("credentials moved to another merchant's row open nothing", async () => {
  await put("gateway_one", toStripe);
  const other = await createTestMember();
  await createConsoleClient(service, other)("PUT", "/gateways/gateway_one", { body: toStripe });
  await pool().query(
    `UPDATE gateway_connection c SET credentials = mine.credentials FROM gateway_connection mine
     WHERE c.organization_id = $1 AND mine.organization_id = $2`,
    [other.organizationId, member.organizationId],
  );
  const before = stripe.countCharges();
  member = other;
  assertError(await pay("gateway_one"), { status: 500, code: "internal_server_error" });
  assert.equal(stripe.countCharges(), before);
});

test("no credential is in any answer, the log, or the clear in the database", async () => {
  await put("gateway_one", toStripe);
  await pay("gateway_one");
  await call("POST", "/gateways/gateway_one/test");
  const secrets = [STRIPE_TEST_KEY, STRIPE_LIVE_KEY, webhookSecret, wrongKey, SQUARE_TEST_TOKEN];
  assert.ok(answers.length > 30 && service.logLines.length > 30);
  assert.deepEqual(findSecrets(JSON.stringify(answers), secrets), []);
  assert.deepEqual(findSecrets(service.logLines.join("\n"), secrets), []);

  const { rows: tables } = await pool().query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of tables) {
    const { rows } = await pool().query(`SELECT t::text AS text FROM ${name} t`);
    assert.deepEqual(findSecrets(JSON.stringify(rows), secrets), [], name);
  }
  assert.ok(tables.some(({ name }) => name === "public.gateway_connection"));
});
