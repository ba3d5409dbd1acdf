import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Answer } from "#lib/testing/api-client.ts";
import { startMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";

const shop = setUp(() => startMerchant());

const unstorable: [string, string][] = [
  ["NUL", "a\0b"],
  ["a lone surrogate", "a\ud800b"],
  ["100,000 characters", "é1".repeat(50_000)],
];

type Payment = Awaited<ReturnType<typeof shop.pay>>;

/** Signed events as they would be valid, were it not for `text`. */
const stripeEvents: [string, (text: string, payment: Payment) => object][] = [
  ["the event's id", (text) => stripeEvent("invoice.paid", {}, { id: text })],
  ["the event's type", (text) => stripeEvent(text, {})],
  [
    "the id of the payment",
    (text) => stripeEvent("charge.refunded", { metadata: { paymentId: text } }),
  ],
  ["an intent without our id", (text) => stripeEvent("charge.refunded", { payment_intent: text })],
  ["the intent's id", (text, payment) => succeeded(payment, { id: text })],
  ["the intent's secret", (text, payment) => succeeded(payment, { client_secret: text })],
  ["the id of a dispute", (text, payment) => disputed(payment, { id: text })],
  ["the reason of a dispute", (text, payment) => disputed(payment, { reason: text })],
];

function stripeEvent(type: string, object: object, { id = `evt_${Math.random()}` } = {}): object {
  return { id, object: "event", type, data: { object } };
}

function succeeded({ paymentId, orderId, clientSecret }: Payment, fields: object): object {
  return stripeEvent("payment_intent.succeeded", {
    id: orderId,
    client_secret: clientSecret,
    metadata: { paymentId },
    status: "succeeded",
    ...fields,
  });
}

function disputed({ paymentId }: Payment, fields: object): object {
  return stripeEvent("charge.dispute.created", {
    id: `dp_${Math.random()}`,
    metadata: { paymentId },
    status: "needs_response",
    reason: "general",
    amount: 100,
    currency: "usd",
    ...fields,
  });
}

const squareEvents: [string, (text: string, payment: Payment) => object][] = [
  ["the event's id", (text) => squareEvent("invoice.paid", {}, { event_id: text })],
  ["the event's type", (text) => squareEvent(text, {})],
  ["the id of the payment", (text, payment) => completed(payment, { reference_id: text })],
  ["Square's id", (text, payment) => completed(payment, { id: text })],
  ["the id of the order", (text, payment) => completed(payment, { order_id: text })],
  [
    "the payment of a refund",
    (text) => squareEvent("refund.updated", { refund: { payment_id: text } }),
  ],
  [
    "the reason of a decline",
    (text, payment) =>
      completed(payment, { status: "FAILED", card_details: { errors: [{ code: text }] } }),
  ],
  ["the id of a dispute", (text, payment) => squareDispute(payment, { id: text })],
  ["the reason of a dispute", (text, payment) => squareDispute(payment, { reason: text })],
];

function squareEvent(type: string, object: object, fields = {}): object {
  const created_at = new Date().toISOString();
  return { event_id: `sq-${Math.random()}`, type, created_at, data: { object }, ...fields };
}

function completed({ paymentId, orderId, clientSecret }: Payment, fields: object): object {
  return squareEvent("payment.updated", {
    payment: {
      id: clientSecret,
      order_id: orderId,
      reference_id: paymentId,
      status: "COMPLETED",
      ...fields,
    },
  });
}

function squareDispute({ clientSecret }: Payment, fields: object): object {
  return squareEvent("dispute.created", {
    dispute: {
      id: `sd-${Math.random()}`,
      state: "EVIDENCE_REQUIRED",
      reason: "NOT_AS_DESCRIBED",
      amount_money: { amount: 100 },
      disputed_payment: { payment_id: clientSecret },
      ...fields,
    },
  });
}

/** Refused, or received and ignored. */
function assertHandled(answer: Answer): void {
  assert.ok([200, 400].includes(answer.status), JSON.stringify(answer.body));
}

for (const [character, text] of unstorable) {
  describe(`no failure for ${character} in`, () => {
    for (const [place, makeEvent] of stripeEvents) {
      test(`Stripe: ${place}`, async () => {
        const payment = await shop.pay("gateway_one", {});
        assertHandled(await shop.deliverStripe(JSON.stringify(makeEvent(text, payment))));
      });
    }
    for (const [place, makeEvent] of squareEvents) {
      test(`Square: ${place}`, async () => {
        const payment = await shop.pay("gateway_two", { cardNonce: "cnon:card-nonce-ok" });
        assertHandled(await shop.deliverSquare(JSON.stringify(makeEvent(text, payment))));
      });
    }
  });
}

test("a signed event that is absurdly deep or wide is refused", async () => {
  for (const data of ["[".repeat(100_000) + "]".repeat(100_000), `[${"0,".repeat(100_000)}0]`]) {
    const stripe = `{"id":"evt_absurd","type":"invoice.paid","data":{"object":${data}}}`;
    assert.equal((await shop.deliverStripe(stripe)).status, 400);
    const created = new Date().toISOString();
    const square = `{"event_id":"sq","type":"invoice.paid","created_at":"${created}","data":${data}}`;
    assert.equal((await shop.deliverSquare(square)).status, 400);
  }
});
