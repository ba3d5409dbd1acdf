import assert from "node:assert/strict";
import { test } from "node:test";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, refundBody } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createStripeMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { makeDue } from "#lib/testing/till.ts";
import { until } from "#lib/testing/until.ts";

const stripe = setUp(startStripeStandIn);
const service = setUpTestService(() => ({ STRIPE_API_BASE: stripe.url }));
const api = setUp(() => createStripeMerchant(service));

async function pay(paymentMethod = "pm_card_visa") {
  const params = { gateway: "gateway_one" } as const;
  const body = paymentBody({ paymentMethod });
  const { paymentId } = await api.call("POST /api/v1/payments/{gateway}/create", { params, body });
  const send = (action: string, sent?: object) =>
    api.post(`/payments/gateway_one/${paymentId}/${action}`, { body: sent });
  return { paymentId, send };
}

async function finishDue(): Promise<void> {
  await makeDue();
  await finishPendingPayments();
}

test("a refund that got no answer is made with the cancellation, and the rest beside it", async () => {
  const { paymentId, send } = await pay();
  stripe.misbehave("error", { method: "POST", path: "/v1/refunds" });
  const lost = await send("refunds", refundBody({ amount: 400 }));
  assertError(lost, { status: 503, code: "service_unavailable", details: /paymentId: pay_/ });

  const { status, body } = await send("cancel");
  assert.deepEqual([status, body.data.outcome, body.data.refundedAmount], [200, "refunded", 1250]);
  assert.equal(stripe.refundedAmount(paymentId), 1250);
});

test("a payment from before references were kept is looked up, and refunded", async () => {
  const { paymentId, send } = await pay();
  await pool().query("UPDATE payment SET provider_reference = NULL WHERE id = $1", [paymentId]);
  const { status, body } = await send("cancel");
  assert.deepEqual([status, body.data?.refundedAmount], [200, 1250]);
  assert.equal(stripe.refundedAmount(paymentId), 1250);
});

test("409 where the provider refuses the refund: the customer has paid, and the till learns it", async () => {
  const { paymentId, send } = await pay();
  // As far as Stripe is concerned, the charge was taken away since.
  stripe.setIntent(paymentId, { status: "requires_capture" });
  const answer = await send("cancel");
  assertError(answer, { status: 409, code: "conflict", details: /^reason: .+paymentId: pay_/ });
  assert.equal(answer.headers.get("x-payment-id"), paymentId);
  const { body } = await api.get(`/payments/gateway_one/${paymentId}`);
  assert.deepEqual([body.data.status, body.data.refundedAmount], ["succeeded", 0]);
});

test("a charge that came after the end: 409 while its refund is refused, then refunded", async () => {
  const { paymentId, send } = await pay("pm_card_authenticationRequired");
  assert.equal((await send("cancel")).body.data?.outcome, "not_charged");
  const charged = { status: "succeeded", latest_charge: "ch_late" };
  stripe.setIntent(paymentId, { ...charged, payment_method: "pm_card_pendingRefund" });
  // The charge is found, its refund taken, and that refund failed.
  for (let look = 1; look <= 2; look += 1) await finishDue();
  const { body: late } = await api.get(`/payments/gateway_one/${paymentId}`);
  stripe.setRefund(late.data.refunds[0].refundId, { status: "failed" });
  await finishDue();

  stripe.setIntent(paymentId, { status: "requires_capture" });
  for (let call = 1; call <= 2; call += 1) {
    const refused = await send("cancel");
    assertError(refused, { status: 409, code: "conflict", details: /^reason: .+paymentId: pay_/ });
  }
  stripe.setIntent(paymentId, { ...charged, payment_method: "pm_card_visa" });
  const { status, body } = await send("cancel");
  assert.deepEqual(
    [status, body.data?.outcome, body.data?.refundedAmount],
    [200, "refunded", 1250],
  );
  assert.equal(stripe.refundedAmount(paymentId), 1250);
});

test("how often anybody asks does not prolong the wait for a charge that may be on its way", async () => {
  stripe.misbehave("stuck", { method: "POST", path: "/v1/payment_intents" });
  const body = paymentBody({ paymentMethod: "pm_card_visa" });
  const lost = await api.post("/payments/gateway_one/create", { body });
  const cancel = () => api.post(`/payments/gateway_one/${lost.headers.get("x-payment-id")}/cancel`);
  const unavailable = { status: 503, code: "service_unavailable" } as const;
  assertError(lost, unavailable);
  const open = await cancel();
  assertError(open, unavailable);
  assert.doesNotMatch(open.body.error.message, /cancel it/, "it is what was asked for");

  // As if the wish were that old, with an attempt at it a moment ago.
  await pool().query(
    `UPDATE payment SET created_at = created_at - interval '5 minutes',
                        cancel_requested_at = cancel_requested_at - interval '5 minutes'
     WHERE receipt_id = $1`,
    [body.receiptId],
  );
  const { status, body: answer } = await cancel();
  assert.deepEqual([status, answer.data?.outcome], [200, "not_charged"]);
});

test("409 for the create under way, whose charge comes through after the cancellation was requested", async () => {
  const body = paymentBody({ paymentMethod: "pm_card_visa" });
  const arrived = stripe.hold(({ path }) => path === "/v1/payment_intents");
  const creating = api.post("/payments/gateway_one/create", { body });
  const held = await arrived;
  const find = async () => {
    const { rows } = await pool().query(
      "SELECT id, cancel_requested_at AS requested FROM payment WHERE receipt_id = $1",
      [body.receiptId],
    );
    return rows[0] as { id: string; requested: Date | null };
  };
  const { id } = await find();
  const canceling = api.post(`/payments/gateway_one/${id}/cancel`);
  await until(async () => (await find()).requested !== null);
  held.carryOut();
  held.answer();

  const created = await creating;
  assertError(created, { status: 409, code: "conflict", details: new RegExp(`paymentId: ${id}`) });
  const canceled = await canceling;
  assert.deepEqual([canceled.status, canceled.body.data?.outcome], [200, "refunded"]);
  assert.equal(stripe.refundedAmount(id), 1250);
});
