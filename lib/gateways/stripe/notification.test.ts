import assert from "node:assert/strict";
import { test } from "node:test";
import Stripe from "stripe";
import { createId } from "#lib/core/ids.ts";
import type { Hint } from "#lib/gateways/gateway.ts";
import { notificationContract } from "#lib/gateways/testing/notification-contract.ts";
import { parseStripeNotification } from "./notification.ts";
import { looksSignedByStripe } from "./signature-header.ts";
import { STRIPE_TEST_KEY } from "./testing/stripe-stand-in.ts";

const credentials = { secretKey: STRIPE_TEST_KEY, webhookSecret: "whsec_of_a_test" };

async function receive(event: object) {
  return await deliver(JSON.stringify({ id: "evt_1", ...event }));
}

async function deliver(payload: string) {
  const secret = credentials.webhookSecret;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  return await parseStripeNotification(credentials, {
    body: Buffer.from(payload),
    headers: new Headers({ "Stripe-Signature": signature }),
    url: "http://localhost/",
  });
}

const paymentId = createId("payment");
const metadata = { paymentId };
const hint = (about: Hint["about"]): Hint => ({
  providerReference: "pi_1",
  paymentId,
  about,
  disputeId: undefined,
});
const unnamed = (about: Hint["about"]): Hint => ({ ...hint(about), paymentId: undefined });
const at = (secondsAgo: number) => Math.floor(Date.now() / 1000) - secondsAgo;
const signed = (header: string) => ({ "Stripe-Signature": header });
const HEX = "0".repeat(64);

notificationContract("stripe", {
  receive: deliver,
  events: (
    [
      ["payment_intent.succeeded", { id: "pi_1", metadata }, hint(["payment"])],
      ["payment_intent.canceled", { id: "pi_1", metadata }, hint(["payment"])],
      ["charge.refunded", { payment_intent: "pi_1", metadata }, hint(["refunds"])],
      ["refund.failed", { payment_intent: "pi_1", metadata: {} }, unnamed(["refunds"])],
      [
        "charge.dispute.closed",
        { id: "dp_1", payment_intent: "pi_1", status: "lost", metadata: {} },
        unnamed(["disputes"]),
      ],
    ] as const
  ).map(([type, object, expected]) => [{ id: "evt_1", type, data: { object } }, expected]),
  looksSigned: looksSignedByStripe,
  plausible: () => [
    signed(`t=${at(0)},v1=${HEX}`),
    signed(`t=${at(290)},v1=${"a".repeat(64)},v1=${HEX},v0=abc`),
  ],
  implausible: () =>
    [
      "",
      "t=1,v1=abc",
      `t=${at(310)},v1=${HEX}`,
      `t=${at(0)},v0=${HEX}`,
      `v1=${HEX}`,
      `t=${at(0)},${`v1=${HEX},`.repeat(20)}`,
    ].map(signed),
});

test("what is not followed, and what is of no payment of ours, is no hint", async () => {
  const OTHERS: [type: string, object: unknown][] = [
    // Another card may follow.
    ["payment_intent.payment_failed", { id: "pi_1", metadata }],
    ["payment_intent.succeeded", { id: "pi_1", metadata: { paymentId: "order 7" } }],
    ["payment_intent.succeeded", { id: "pi_1", metadata: {} }],
    ["charge.refunded", { payment_intent: null, metadata }],
    ["invoice.paid", { id: "pi_1", metadata }],
    ["v2.core.event_destination.ping", undefined],
  ];
  for (const [type, object] of OTHERS) {
    const expected = { kind: "verified", eventId: "evt_1", type };
    assert.deepEqual(await receive({ type, data: { object } }), expected, type);
  }
});

test("thin events are signed as well", async () => {
  const type = "v1.billing.meter.error_report_triggered";
  const thin = { object: "v2.core.event", type, related_object: { id: "mtr_1" } };
  assert.deepEqual(await receive(thin), { kind: "verified", eventId: "evt_1", type });
});
