import assert from "node:assert/strict";
import { test } from "node:test";
import Stripe from "stripe";
import type { NotifiedPayment } from "#lib/gateways/gateway.ts";
import { contractCharge } from "#lib/gateways/testing/contract-subject.ts";
import { notificationContract } from "#lib/gateways/testing/notification-contract.ts";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { parseStripeNotification } from "./notification.ts";
import { createStripe } from "./stripe.ts";
import { STRIPE_TEST_KEY, startStripeStandIn } from "./testing/stripe-stand-in.ts";

const standIn = setUp(() => startStripeStandIn());
const credentials = { secretKey: STRIPE_TEST_KEY, webhookSecret: "whsec_of_a_test" };

async function receive(event: object, baseUrl?: string) {
  return await deliver(JSON.stringify({ id: "evt_1", ...event }), baseUrl);
}

async function deliver(payload: string, baseUrl = standIn.url) {
  const secret = credentials.webhookSecret;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const delivery = {
    body: Buffer.from(payload),
    headers: new Headers({ "Stripe-Signature": signature }),
    url: "http://localhost/",
  };
  const signal = patientSignal();
  return await parseStripeNotification(credentials, delivery, { baseUrl }, signal);
}

const metadata = { paymentId: "pay_1" };
const intent = { id: "pi_1", client_secret: "s", metadata };
const names = { orderId: "pi_1", clientSecret: "s", providerReference: "pi_1" };
const lastError = { code: "card_declined", decline_code: "lost_card" };

notificationContract("stripe", {
  receive: (body) => deliver(body),
  events() {
    const dispute = { id: "dp_1", status: "lost", reason: "fraudulent" };
    return [
      ["payment_intent.succeeded", { ...intent, status: "succeeded" }],
      ["payment_intent.canceled", { ...intent, status: "canceled", last_payment_error: lastError }],
      ["charge.refunded", { metadata, currency: "usd", amount_refunded: 400 }],
      ["charge.dispute.closed", { ...dispute, amount: 1250, currency: "usd", metadata }],
    ].map(([type, object]) => ({ id: "evt_1", type, data: { object } }));
  },
});

const EVENTS: [type: string, object: unknown, payment: NotifiedPayment | undefined][] = [
  [
    "payment_intent.succeeded",
    { ...intent, status: "succeeded" },
    { paymentId: "pay_1", outcome: { kind: "succeeded", ...names } },
  ],
  [
    "payment_intent.canceled",
    { ...intent, status: "canceled" },
    { paymentId: "pay_1", outcome: { kind: "declined", reason: "canceled" } },
  ],
  // Another card may follow.
  [
    "payment_intent.payment_failed",
    { ...intent, status: "requires_payment_method", last_payment_error: lastError },
    undefined,
  ],
  ["charge.refunded", { metadata, currency: "usdc" }, { paymentId: "pay_1", refundsChanged: true }],
  ["refund.failed", { metadata }, { paymentId: "pay_1", refundsChanged: true }],
  ["charge.dispute.created", { metadata, id: "dp_1", currency: "usdc" }, undefined],
  ["invoice.paid", { metadata }, undefined],
  ["refund.updated", { metadata: {} }, undefined],
  ["v2.core.event_destination.ping", undefined, undefined],
];

test("every event says what it is about", async () => {
  for (const [type, object, payment] of EVENTS) {
    const expected = { kind: "verified", eventId: "evt_1", type, ...(payment ? { payment } : {}) };
    assert.deepEqual(await receive({ type, data: { object } }), expected, type);
  }
});

test("thin events are signed as well", async () => {
  const type = "v1.billing.meter.error_report_triggered";
  const thin = { object: "v2.core.event", type, related_object: { id: "mtr_1" } };
  assert.deepEqual(await receive(thin), { kind: "verified", eventId: "evt_1", type });
});

test("a dispute and a refund made at Stripe name the intent, which names our payment", async () => {
  const charge = contractCharge({ paymentMethod: "pm_card_visa" });
  const stripe = createStripe(credentials, { baseUrl: standIn.url });
  const outcome = await stripe.charge(charge, patientSignal());
  assert.ok(outcome.kind === "succeeded");
  const { paymentId } = charge;
  const payment_intent = outcome.orderId;

  const refund = await receive({ type: "refund.created", data: { object: { payment_intent } } });
  assert.deepEqual("payment" in refund && refund.payment, { paymentId, refundsChanged: true });

  const STATUSES = [
    ["needs_response", "open"],
    ["warning_closed", "won"],
    ["won", "won"],
    ["lost", "lost"],
  ];
  for (const [given, status] of STATUSES) {
    const dispute = { id: "dp_1", amount: 1250, currency: "usd", reason: "fraudulent" };
    const object = { ...dispute, status: given, payment_intent, metadata: {} };
    const news = await receive({ type: "charge.dispute.closed", data: { object } });
    assert.deepEqual("payment" in news && news.payment, {
      paymentId,
      dispute: { disputeId: "dp_1", status, reason: "fraudulent", amount: 1250 },
    });
  }
});

test("where Stripe does not say whose it is, the event is to come again", async () => {
  const object = { payment_intent: "pi_unreachable" };
  const event = { type: "refund.updated", data: { object } };
  assert.deepEqual(await receive(event, "http://127.0.0.1:9"), { kind: "unclear" });
});
