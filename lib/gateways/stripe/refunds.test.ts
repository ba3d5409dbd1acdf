import assert from "node:assert/strict";
import { test } from "node:test";
import type { RefundOrder } from "#lib/gateways/gateway.ts";
import { contractCharge, contractRefund } from "#lib/gateways/testing/contract-subject.ts";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createStripe } from "./stripe.ts";
import {
  STRIPE_TEST_KEY,
  type StripeStandIn,
  startStripeStandIn,
} from "./testing/stripe-stand-in.ts";

const standIn: StripeStandIn = setUp(() => startStripeStandIn());

const UNKNOWN = { kind: "unknown", reason: "provider_error" };
const REFUNDS = { method: "POST", path: "/v1/refunds" };

function connect() {
  return createStripe({ secretKey: STRIPE_TEST_KEY }, { baseUrl: standIn.url });
}

async function refund(order: RefundOrder) {
  return await connect().refund(order, patientSignal());
}

async function payAndOrderRefund(): Promise<RefundOrder> {
  const charge = contractCharge({ paymentMethod: "pm_card_visa" });
  const outcome = await connect().charge(charge, patientSignal());
  assert.ok(outcome.kind === "succeeded");
  return contractRefund(charge, outcome.providerReference);
}

/** As the job asks again, so many hours after the first time. */
function repeat(order: RefundOrder, hours: number): RefundOrder {
  const firstAskedAt = new Date(Date.now() - hours * 60 * 60 * 1000);
  return { ...order, attempt: 2, firstAskedAt };
}

test("a failure that Stripe repeats for a day is asked for anew after two hours", async () => {
  const order = await payAndOrderRefund();
  standIn.misbehave("stuck", REFUNDS);
  assert.deepEqual(await refund(order), UNKNOWN);
  for (const hours of [0, 0.9, 1, 1.9]) {
    assert.deepEqual(await refund(repeat(order, hours)), UNKNOWN);
  }
  assert.equal(standIn.refundedAmount(order.paymentId), 0);

  const outcomes = await Promise.all([refund(repeat(order, 2)), refund(repeat(order, 2.5))]);
  for (const { kind } of outcomes) assert.equal(kind, "succeeded");
  assert.deepEqual(await refund(repeat(order, 3)), outcomes[0]);
  assert.deepEqual(await refund(repeat(order, 4)), outcomes[0]);
  assert.equal(standIn.refundedAmount(order.paymentId), order.amount);
});

test("what Stripe carries out when it tidies up is found, and not asked for anew", async () => {
  const order = await payAndOrderRefund();
  standIn.misbehave("stuck", REFUNDS);
  assert.deepEqual(await refund(order), UNKNOWN);
  standIn.tidyUp(true);
  for (const hours of [0.5, 1, 2]) {
    assert.equal((await refund(repeat(order, hours))).kind, "succeeded");
  }
  assert.equal(standIn.refundedAmount(order.paymentId), order.amount);
});
