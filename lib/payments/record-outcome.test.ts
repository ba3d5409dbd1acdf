import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { recordOutcome } from "./record-outcome.ts";
import { claimPayment, type Payment, releasePayment, selectPayment } from "./store/payment.ts";

const service = setUpTestService();

// Two attempts at one payment: the first process stood still for so long that the second took over.
let first: Payment;
let second: Payment;
beforeEach(async () => {
  const organizationId = await createTestOrganization();
  const api = createApiClient(service, await createTestKey({ organizationId }));
  const body = paymentBody({ paymentMethod: "sandbox_error" });
  assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 503);
  const { rows } = await pool().query("SELECT id FROM payment WHERE organization_id = $1", [
    organizationId,
  ]);
  const tenant = { organizationId, environment: "development" } as const;
  first = (await selectPayment(tenant, rows[0].id)) ?? assert.fail();
  second = (await claimPayment(first)) ?? assert.fail();
});

const now = async () => (await selectPayment(first, first.id)) ?? assert.fail();
const declined = { kind: "declined", reason: "lost_card" } as const;
const succeeded = { kind: "succeeded", orderId: "ord_1", clientSecret: "secret" } as const;
const say = (outcome: typeof declined | typeof succeeded, { gatewayAttempts: attempt }: Payment) =>
  recordOutcome(first, outcome, { attempt });

test("who comes late does not end the claim of another", async () => {
  await releasePayment(first);
  assert.deepEqual((await now()).claimedUntil, second.claimedUntil);
  await releasePayment(second);
  assert.equal((await now()).claimedUntil, null);
});

test("to be turned away before the gateway was asked is no attempt", async () => {
  assert.equal(second.gatewayAttempts, 2);
  await releasePayment(second, { wasAsked: false });
  const { gatewayAttempts, claimedUntil } = await now();
  assert.deepEqual({ gatewayAttempts, claimedUntil }, { gatewayAttempts: 1, claimedUntil: null });
});

test("a failure is that of its attempt, and not of a later one", async () => {
  assert.equal(await say(declined, first), false);
  assert.equal((await now()).status, "pending");
  assert.equal(await say(declined, second), true);
  assert.equal((await now()).status, "failed");
});

test("that money was taken counts, whichever attempt it was", async () => {
  assert.equal(await say(succeeded, first), true);
  assert.equal(await say(declined, second), false);
  assert.equal((await now()).status, "succeeded");
});

test("after a failure a notification of success counts where the provider has a way back", async () => {
  await say(declined, second);
  for (const failuresCanRecover of [false, true]) {
    const hasChanged = await recordOutcome(first, succeeded, { failuresCanRecover });
    assert.equal(hasChanged, failuresCanRecover);
    assert.equal((await now()).status, failuresCanRecover ? "succeeded" : "failed");
  }
});
