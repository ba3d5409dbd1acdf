import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { SQUARE_TEST_LOCATION } from "#lib/gateways/square/testing/square-stand-in.ts";
import {
  STRIPE_LIVE_KEY,
  STRIPE_OTHER_ACCOUNT_KEY,
  STRIPE_RESTRICTED_KEY,
  STRIPE_ROLLED_KEY,
  STRIPE_TEST_KEY,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  type TestMember,
} from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
// Loaded before the clock runs: the first use of the package takes most of the deadline here.
import "stripe";

const stripe = setUp(startStripeStandIn);
const service = setUpTestService(() => ({
  STRIPE_API_BASE: stripe.url,
  GATEWAY_TIMEOUT_MS: "2000",
}));
let member: TestMember;
let call: ConsoleClient;
beforeEach(async () => {
  member = await createTestMember();
  call = createConsoleClient(service, member);
});

const withKey = (secretKey: string) => ({ provider: "stripe", credentials: { secretKey } });
const put = (gateway: string, body: unknown) => call("PUT", `/gateways/${gateway}`, { body });

async function pay() {
  const { organizationId } = member;
  const api = createApiClient(service, await createTestKey({ organizationId }));
  return await api.post("/payments/gateway_one/create", {
    body: paymentBody({ paymentMethod: "pm_card_visa" }),
  });
}

test("200: another provider replaces it at once, as another connection", async () => {
  const first = await put("gateway_one", withKey(STRIPE_TEST_KEY));
  assert.match((await pay()).body.data.orderId, /^pi_/);
  const second = await put("gateway_one", { provider: "sandbox" });
  assert.equal(second.status, 200, JSON.stringify(second.body));
  assert.notEqual(second.body.data.connectionId, first.body.data.connectionId);
  assert.equal(second.body.data.provider, "sandbox");
  assert.match((await pay()).body.data.orderId, /^ord_/);
  assert.equal((await call("GET", "/gateways")).body.data.connections.length, 1);
});

test("200: the same account keeps its connection, whichever key it comes with", async () => {
  const ids: string[] = [];
  const keys = [STRIPE_TEST_KEY, STRIPE_ROLLED_KEY, STRIPE_OTHER_ACCOUNT_KEY, STRIPE_TEST_KEY];
  for (const secretKey of [...keys, STRIPE_RESTRICTED_KEY, STRIPE_RESTRICTED_KEY]) {
    const answer = await put("gateway_one", withKey(secretKey));
    ids.push(answer.body.data.connectionId);
  }
  const [first, rolled, other, back, restricted, again] = ids;
  assert.ok(first === rolled && first === back);
  // An account that is not known may be any: each time another connection.
  assert.equal(new Set([first, other, restricted, again]).size, 4);

  await call("DELETE", "/gateways/gateway_one");
  const reconnected = await put("gateway_one", withKey(STRIPE_TEST_KEY));
  assert.equal(reconnected.status, 201);
  assert.equal(reconnected.body.data.connectionId, first);
});

test("two accounts connected at once: one of them is in use", async () => {
  const keys = [STRIPE_TEST_KEY, STRIPE_OTHER_ACCOUNT_KEY, STRIPE_TEST_KEY, STRIPE_RESTRICTED_KEY];
  const answers = await Promise.all(keys.map((key) => put("gateway_one", withKey(key))));
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 200, 200, 201]);
  assert.equal((await call("GET", "/gateways")).body.data.connections.length, 1);
});

test("400: a key of the wrong kind is for another environment", async () => {
  const requests = stripe.requests.length;
  const testKey = withKey(STRIPE_TEST_KEY);
  const live = withKey(STRIPE_LIVE_KEY);
  const sandboxToken = { accessToken: "sandbox-anything", locationId: SQUARE_TEST_LOCATION };
  const misplaced: [environment: string, gateway: string, body: unknown, details: RegExp][] = [
    ["development", "gateway_one", live, /^credentials\.secretKey: is a live key/],
    ["staging", "gateway_one", live, /^credentials\.secretKey: is a live key/],
    ["production", "gateway_one", testKey, /^credentials\.secretKey: is a test key/],
    [
      "production",
      "gateway_two",
      { provider: "square", credentials: sandboxToken },
      /^credentials\.accessToken: is of Square's sandbox/,
    ],
  ];
  for (const [environment, gateway, body, details] of misplaced) {
    call = createConsoleClient(service, member, environment);
    assertError(await put(gateway, body), { status: 400, code: "invalid_request", details });
    assert.deepEqual((await call("GET", "/gateways")).body.data.connections, []);
  }
  assert.equal(stripe.requests.length, requests, "no key is sent anywhere");
});
