import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  STRIPE_TEST_KEY,
  type StripeStandIn,
  startStripeStandIn,
} from "#lib/gateways/testing/stripe-stand-in.ts";
import { type ApiClient, createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
} from "#lib/testing/console-client.ts";
import { createTestKey, startTestService, type TestService } from "#lib/testing/test-service.ts";
// Loaded before the clock runs: the first use of the package takes most of the deadline here.
import "stripe";

const place = "/gateways/gateway_one";
const toSandbox = { body: { provider: "sandbox" } };
const toStripe = { body: { provider: "stripe", credentials: { secretKey: STRIPE_TEST_KEY } } };

let service: TestService;
let stripe: StripeStandIn;
let call: ConsoleClient;
let api: ApiClient;
before(async () => {
  stripe = await startStripeStandIn();
  service = await startTestService({ STRIPE_API_BASE: stripe.url, GATEWAY_TIMEOUT_MS: "2000" });
});
after(async () => {
  await service.close();
  await stripe[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const member = await createTestMember();
  call = createConsoleClient(service, member);
  const { organizationId } = member;
  api = createApiClient(service, await createTestKey({ organizationId }));
});

const pay = (body: unknown) => api.post("/payments/gateway_one/create", { body });

test("409: a payment that may have been charged keeps its provider until it is settled", async () => {
  assert.equal((await call("PUT", place, toStripe)).status, 201);
  const body = paymentBody({ paymentMethod: "pm_card_visa" });
  stripe.misbehave("cut", { path: "/v1/payment_intents" });
  assertError(await pay(body), { status: 503, code: "service_unavailable" });

  const conflict = { status: 409, code: "conflict" } as const;
  assertError(await call("DELETE", place), conflict);
  assertError(await call("PUT", place, toSandbox), conflict);
  assert.equal(
    (await call("PUT", place, toStripe)).status,
    200,
    "new credentials are no other provider",
  );

  const paid = await pay(body);
  assert.equal(paid.status, 201, JSON.stringify(paid.body));
  assert.equal(stripe.countCharges(paid.body.data.paymentId), 1);
  assert.equal((await call("PUT", place, toSandbox)).status, 200);
  assert.equal((await call("DELETE", place)).status, 200);
});

test("payments under way hold nothing up: a busy merchant always has some", async () => {
  assert.equal((await call("PUT", place, toStripe)).status, 201);
  stripe.misbehave("silent", { path: "/v1/payment_intents" });
  const reached = stripe.requests.length + 1;
  const paying = pay(paymentBody({ paymentMethod: "pm_card_visa" }));
  while (stripe.requests.length < reached) await new Promise(setImmediate);
  assert.equal((await call("DELETE", place)).status, 200);
  assertError(await paying, { status: 503, code: "service_unavailable" });
});

test("what waits for a sandbox holds nothing up", async () => {
  assert.equal((await call("PUT", place, toSandbox)).status, 201);
  const body = paymentBody({ paymentMethod: "sandbox_error" });
  assertError(await pay(body), { status: 503, code: "service_unavailable" });
  assert.equal((await call("PUT", place, toStripe)).status, 200);
});
