import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { answerCreation } from "./describe.ts";
import { recordAnswer, recordOutcome } from "./record-outcome.ts";
import { claimPayment, type Payment, releasePayment, selectPayment } from "./store/payment.ts";
import { selectRefunds } from "./store/refund.ts";

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
const succeeded = {
  kind: "succeeded",
  orderId: "ord_1",
  clientSecret: "secret",
  providerReference: "ref_1",
  amount: 1250,
  currency: "usd",
} as const;
test("who comes late does not end the claim of another", async () => {
  await releasePayment(first, { wasAsked: true });
  assert.deepEqual((await now()).claimedUntil, second.claimedUntil);
  await releasePayment(second, { wasAsked: true });
  assert.equal((await now()).claimedUntil, null);
});

test("to be turned away before the gateway was asked is no attempt", async () => {
  assert.equal(second.gatewayAttempts, 2);
  await releasePayment(second, { wasAsked: false });
  const { gatewayAttempts, claimedUntil } = await now();
  assert.deepEqual({ gatewayAttempts, claimedUntil }, { gatewayAttempts: 1, claimedUntil: null });
});

test("a failure is that of its attempt, and not of a later one", async () => {
  assert.equal((await recordAnswer(first, declined)).payment.status, "pending");
  assert.equal((await now()).status, "pending");
  assert.equal((await recordAnswer(second, declined)).kind, "recorded");
  assert.equal((await now()).status, "failed");
});

test("that money was taken counts, whichever attempt it was", async () => {
  assert.equal((await recordAnswer(first, succeeded)).kind, "recorded");
  const recorded = await recordAnswer(second, declined);
  assert.equal((await now()).status, "succeeded");
  const { payment } = answerCreation(second, { ...recorded, clientSecret: null });
  assert.equal(payment.veroMetadata.paymentStatus, "succeeded", "the till learns of the charge");
  assert.equal(payment.clientSecret, succeeded.clientSecret);
});

test("the receipt of a failed payment is destroyed with the news", async () => {
  await recordAnswer(second, declined);
  const { rows } = await pool().query(
    `SELECT receipt_status, key_id, escrow_version, encrypted_key, octet_length(ciphertext) AS bytes
     FROM payment WHERE id = $1`,
    [first.id],
  );
  const nothing = { key_id: null, escrow_version: null, encrypted_key: null, bytes: 0 };
  assert.deepEqual(rows, [{ receipt_status: "void", ...nothing }]);
});

test("news of another charge under the payment's name changes nothing", async () => {
  await recordAnswer(second, { ...succeeded, kind: "requires_confirmation" });
  const isOther = { ...succeeded, orderId: "ord_2", providerReference: "ref_2" };
  assert.equal(await recordOutcome(second, isOther), false);
  const { status, orderId } = await now();
  assert.deepEqual([status, orderId], ["requires_confirmation", succeeded.orderId]);
});

for (const [news, record] of [
  [
    "an answer",
    async () => assert.equal((await recordAnswer(first, succeeded)).payment.status, "failed"),
  ],
  ["a look-up", async () => assert.equal(await recordOutcome(first, succeeded), false)],
] as const) {
  test(`what ${news} says was charged after the end is given back`, async () => {
    await recordAnswer(second, declined);
    await record();
    assert.deepEqual(
      (await selectRefunds(first, first.id)).map(({ refundOrigin }) => refundOrigin),
      ["late_charge"],
    );
  });
}

test("what is charged after the end is given back once, and the payment stays as it ended", async () => {
  await recordAnswer(second, declined);
  assert.equal(await recordOutcome(first, succeeded), false);
  assert.equal((await recordAnswer(first, succeeded)).payment.status, "failed");
  const { status, orderId, amount } = await now();
  assert.deepEqual([status, orderId], ["failed", succeeded.orderId]);
  const refunds = await selectRefunds(first, first.id);
  assert.deepEqual(
    refunds.map((refund) => [refund.refundOrigin, refund.status, refund.amount]),
    [["late_charge", "pending", amount]],
  );
  // The first call to come carries it out without waiting.
  assert.ok(refunds[0] && (await claimPayment(refunds[0])));
});
