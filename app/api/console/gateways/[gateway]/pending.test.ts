// Loaded before the clock runs: the first use of the package takes most of the deadline here.

import "stripe";
import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { eraseRemovedCredentials } from "#lib/gateways/connections.ts";
import {
  STRIPE_OTHER_ACCOUNT_KEY,
  STRIPE_ROLLED_KEY,
  STRIPE_TEST_KEY,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { pool } from "#lib/storage/database.ts";
import { type ApiClient, createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
} from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const path = "/gateways/gateway_one";
const toStripe = (secretKey: string) => ({
  body: { provider: "stripe", credentials: { secretKey } },
});
const toSandbox = { body: { provider: "sandbox" } };

const stripe = setUp(startStripeStandIn);
const service = setUpTestService(() => ({
  STRIPE_API_BASE: stripe.url,
  GATEWAY_TIMEOUT_MS: "2000",
}));
let organizationId: string;
let call: ConsoleClient;
let api: ApiClient;
beforeEach(async () => {
  const member = await createTestMember();
  call = createConsoleClient(service, member);
  organizationId = member.organizationId;
  api = createApiClient(service, await createTestKey({ organizationId }));
  assert.equal((await call("PUT", path, toStripe(STRIPE_TEST_KEY))).status, 201);
});

const pay = (body: unknown) => api.post("/payments/gateway_one/create", { body });

/** A payment that Stripe has made, and whose answer was lost. */
async function loseAnswer(): Promise<Record<string, unknown>> {
  const body = paymentBody({ paymentMethod: "pm_card_visa" });
  stripe.misbehave("cut", { path: "/v1/payment_intents" });
  assertError(await pay(body), { status: 503, code: "service_unavailable" });
  return body;
}

async function readPayment({ receiptId }: Record<string, unknown>) {
  const { rows } = await pool().query("SELECT id, status FROM payment WHERE receipt_id = $1", [
    receiptId,
  ]);
  return rows[0] as { id: string; status: string };
}

async function countErased(): Promise<number> {
  const { rows } = await pool().query(
    `SELECT count(*)::int AS count FROM gateway_connection
     WHERE organization_id = $1 AND credentials IS NULL`,
    [organizationId],
  );
  return rows[0].count;
}

/** Runs the job as if the removed connections had been removed that long ago. */
async function sweep(interval: string): Promise<void> {
  await pool().query(
    `UPDATE gateway_connection SET removed_at = now() - $2::interval
     WHERE organization_id = $1 AND removed_at IS NOT NULL`,
    [organizationId, interval],
  );
  await eraseRemovedCredentials();
}

describe("a payment without an answer stays with the account that was asked", () => {
  const changes: [string, () => Promise<unknown>][] = [
    ["another key of it", () => call("PUT", path, toStripe(STRIPE_ROLLED_KEY))],
    ["another account", () => call("PUT", path, toStripe(STRIPE_OTHER_ACCOUNT_KEY))],
    ["another provider", () => call("PUT", path, toSandbox)],
    ["no provider", () => call("DELETE", path)],
  ];
  for (const [name, change] of changes) {
    test(`${name} connected since: the client's retry`, async () => {
      const body = await loseAnswer();
      await change();
      const charged = stripe.countCharges();
      const retry = await pay(body);
      assert.equal(retry.status, 201, JSON.stringify(retry.body));
      assert.match(retry.body.data.orderId, /^pi_/);
      assert.equal(stripe.countCharges(), charged);
      assert.equal(stripe.countCharges(retry.body.data.paymentId), 1);
    });

    test(`${name} connected since: the job`, async () => {
      const body = await loseAnswer();
      await change();
      await pool().query(
        "UPDATE payment SET updated_at = now() - interval '1 minute' WHERE receipt_id = $1",
        [body.receiptId],
      );
      await finishPendingPayments();
      const { id, status } = await readPayment(body);
      assert.equal(status, "succeeded");
      assert.equal(stripe.countCharges(id), 1);
    });
  }

  test("one that waits for a sandbox is not sent to the provider connected since", async () => {
    await call("DELETE", path);
    const body = paymentBody({ paymentMethod: "sandbox_timeout" });
    assertError(await withImpatience(() => pay(body)), {
      status: 503,
      code: "service_unavailable",
    });
    await call("PUT", path, toStripe(STRIPE_TEST_KEY));
    assert.match((await pay(body)).body.data.orderId, /^ord_/);
  });
});

test("a call under way when its connection is removed is finished with it", async () => {
  const requests = stripe.requests.length;
  stripe.misbehave("silent", { path: "/v1/payment_intents" });
  const body = paymentBody({ paymentMethod: "pm_card_visa" });
  const paying = pay(body);
  while (stripe.requests.length === requests) await new Promise(setImmediate);
  assert.equal((await call("DELETE", path)).status, 200);
  assertError(await paying, { status: 503, code: "service_unavailable" });

  const retry = await pay(body);
  assert.match(retry.body.data.orderId, /^pi_/);
  assert.equal(stripe.countCharges(retry.body.data.paymentId), 1);
  assert.match((await pay(paymentBody())).body.data.orderId, /^ord_/);
});

test("credentials are erased an hour after their removal, when no payment waits for them", async () => {
  const body = await loseAnswer();
  await call("DELETE", path);
  await sweep("2 hours");
  assert.equal(await countErased(), 0);

  assert.equal((await pay(body)).status, 201);
  await sweep("59 minutes");
  assert.equal(await countErased(), 0);
  await sweep("61 minutes");
  assert.equal(await countErased(), 1);
  assert.equal((await pay(body)).status, 200, "a replay needs no provider");

  assert.equal((await call("PUT", path, toStripe(STRIPE_TEST_KEY))).status, 201);
  await eraseRemovedCredentials();
  assert.equal(await countErased(), 0, "what is in use is never erased");
});

test("without its account a payment waits, and goes on when that is connected again", async () => {
  const body = await loseAnswer();
  await call("DELETE", path);
  await pool().query(
    "UPDATE gateway_connection SET credentials = NULL WHERE organization_id = $1",
    [organizationId],
  );
  assert.equal((await call("PUT", path, toStripe(STRIPE_OTHER_ACCOUNT_KEY))).status, 201);
  const charged = stripe.countCharges();
  const retry = await pay(body);
  const { id, status } = await readPayment(body);
  const details = new RegExp(`^paymentId: ${id}$`);
  assertError(retry, { status: 503, code: "service_unavailable", details });
  assert.equal(retry.headers.get("x-payment-id"), id);
  assert.match(retry.body.error.message, /connect the same account again/);
  assert.equal(status, "pending");

  assert.equal((await call("PUT", path, toStripe(STRIPE_ROLLED_KEY))).status, 200);
  assert.equal((await pay(body)).status, 201);
  assert.equal(stripe.countCharges(), charged);
});

test("in production a payment that was made is answered for without any connection", async () => {
  const member = await createTestMember();
  const console = createConsoleClient(service, member, "production");
  const live = createApiClient(
    service,
    await createTestKey({ organizationId: member.organizationId, environment: "production" }),
  );
  await console("PUT", path, toStripe("sk_live_standin"));
  const body = paymentBody({ paymentMethod: "pm_card_visa" });
  const send = () => live.post("/payments/gateway_one/create", { body });
  assert.equal((await send()).status, 201);
  await console("DELETE", path);
  assert.equal((await send()).status, 200);
});

test("409 for the next card while it is not known whether the first one was charged", async () => {
  const body = await loseAnswer();
  const next = { ...body, paymentMethod: "pm_card_mastercard" };
  const refused = await pay(next);
  assertError(refused, {
    status: 409,
    code: "conflict",
    details: /once the earlier one was declined/,
  });
  assert.match(refused.body.error.message, /repeat that request unchanged/);
  assert.equal((await pay(body)).status, 201);
});
