import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createStripeMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const stripe = setUp(startStripeStandIn);
const service = setUpTestService(() => ({ STRIPE_API_BASE: stripe.url }));
const api = setUp(() => createStripeMerchant(service));

const pay = (sent: unknown) => api.post("/payments/gateway_one/create", { body: sent });
const status = async (paymentId: string) =>
  (await api.get(`/payments/gateway_one/${paymentId}`)).body.data.status;

// A customer's card failed in the form that the client secret is for.
let body: Record<string, unknown>;
let first: { paymentId: string; orderId: string };
beforeEach(async () => {
  body = paymentBody();
  first = (await pay(body)).body.data;
  await pool().query("UPDATE payment SET status = 'failed', decline_code = 'x' WHERE id = $1", [
    first.paymentId,
  ]);
});

const nextCard = () => pay({ ...body, paymentMethod: "pm_card_visa" });
const cancelPath = () => `/v1/payment_intents/${first.orderId}/cancel`;
const countCancels = () => stripe.requests.filter(({ path }) => path === cancelPath()).length;

test("the form of a failed attempt is closed before the next card is charged", async () => {
  const next = await nextCard();
  assert.equal(next.status, 201, JSON.stringify(next.body));
  assert.notEqual(next.body.data.paymentId, first.paymentId);
  assert.equal(countCancels(), 1);
  assert.equal(await status(first.paymentId), "failed");
  assert.equal((await nextCard()).status, 200);
  assert.equal(countCancels(), 1);
});

test("one that was closed before needs no second time", async () => {
  stripe.setIntent(first.paymentId, { status: "canceled" });
  assert.equal((await nextCard()).status, 201);
});

test("what was paid in the meantime is given back, and the next card pays", async () => {
  stripe.setIntent(first.paymentId, { status: "succeeded" });
  const next = await nextCard();
  assert.equal(next.status, 201, JSON.stringify(next.body));
  assert.equal(await status(first.paymentId), "failed");
  await pool().query("UPDATE payment SET claimed_until = NULL, updated_at = '2026-01-01'");
  await finishPendingPayments();
  assert.equal(stripe.refundedAmount(first.paymentId), 1250);
});

test("a failed attempt that was paid in the meantime is given back by its cancellation", async () => {
  stripe.setIntent(first.paymentId, { status: "succeeded" });
  const { body: canceled } = await api.post(`/payments/gateway_one/${first.paymentId}/cancel`);
  assert.deepEqual(
    [canceled.data.outcome, canceled.data.paymentStatus, canceled.data.refundedAmount],
    ["refunded", "failed", 1250],
  );
  assert.equal(stripe.refundedAmount(first.paymentId), 1250);
});

test("503 where the provider does not say; the next call goes on", async () => {
  for (const how of ["error", "cut", "silent"] as const) {
    const asked = countCancels();
    stripe.misbehave(how, { path: cancelPath() });
    // A busy machine may give up before it has asked.
    await until(async () => {
      const answer = how === "silent" ? await withImpatience(nextCard) : await nextCard();
      assertError(answer, { status: 503, code: "service_unavailable" });
      return countCancels() > asked;
    });
    assert.equal(stripe.countCharges(first.paymentId), 0);
  }
  assert.equal((await nextCard()).status, 201);
});

test("many next cards at once: one charge", async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, nextCard));
  const ids = new Set(answers.map((answer) => answer.body.data.paymentId));
  assert.equal(ids.size, 1);
  assert.equal(stripe.countCharges([...ids][0]), 1);
});

test("a card that was declined in the answer has no form to close", async () => {
  const declined = { ...paymentBody(), paymentMethod: "pm_card_chargeDeclined" };
  assertError(await pay(declined), { status: 402, code: "payment_declined" });
  const asked = stripe.requests.length;
  assert.equal((await pay({ ...declined, paymentMethod: "pm_card_visa" })).status, 201);
  assert.equal(stripe.requests.length, asked + 1);
});
