import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import Stripe from "stripe";
import { BODY_LIMIT } from "#lib/http/read-body.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { type Merchant, SQUARE_KEY, STRIPE_SECRET, startMerchant } from "#lib/testing/merchant.ts";

let shop: Merchant;
before(async () => {
  shop = await startMerchant();
});
after(() => shop.close());

const now = () => Math.floor(Date.now() / 1000);

describe("Stripe", () => {
  /** A payment that waits for its customer. */
  const create = async () => {
    const payment = await shop.pay("gateway_one", {});
    assert.equal(payment.status, "requires_confirmation");
    return payment;
  };
  const tell = (type: string, object: object, { id = `evt_${Math.random()}`, at = now() } = {}) =>
    shop.deliverStripe(JSON.stringify({ id, object: "event", type, data: { object } }), { at });
  const intent = ({ paymentId, orderId, clientSecret }: Created, status: string, more = {}) => ({
    id: orderId,
    client_secret: clientSecret,
    metadata: { paymentId },
    status,
    ...more,
  });
  type Created = Awaited<ReturnType<typeof create>>;
  const error = { last_payment_error: { code: "card_declined", decline_code: "lost_card" } };

  test("a confirmation makes the payment succeed; news that come late or twice change nothing", async () => {
    const payment = await create();
    const succeeded = intent(payment, "succeeded");
    for (let delivery = 0; delivery < 2; delivery += 1) {
      const told = await tell("payment_intent.succeeded", succeeded, { id: "evt_once" });
      assert.equal(told.status, 200, JSON.stringify(told.body));
      assert.deepEqual(told.body, { success: true, data: { received: true } });
    }
    await tell("payment_intent.requires_action", intent(payment, "requires_action"));
    const failed = intent(payment, "requires_payment_method", error);
    assert.equal((await tell("payment_intent.payment_failed", failed)).status, 200);
    await tell("payment_intent.canceled", intent(payment, "canceled"));
    assert.equal((await shop.get(payment)).status, "succeeded");
    assert.equal(await shop.countEvents("evt_once"), 1);
  });

  test("a failure makes it fail, unless money is taken after all", async () => {
    const payment = await create();
    const failed = intent(payment, "requires_payment_method", error);
    await tell("payment_intent.payment_failed", failed);
    assert.equal((await shop.get(payment)).status, "failed");
    await tell("payment_intent.succeeded", intent(payment, "succeeded"));
    assert.equal((await shop.get(payment)).status, "succeeded");
  });

  test("a payment whose process died is finished by the notification", async () => {
    const payment = await create();
    await pool().query(
      `UPDATE payment SET status = 'pending', order_id = NULL, client_secret = NULL,
                          claimed_until = now() + interval '1 minute' WHERE id = $1`,
      [payment.paymentId],
    );
    await tell("payment_intent.succeeded", intent(payment, "succeeded"));
    assert.equal((await shop.get(payment)).status, "succeeded");
    const again = await shop.repeat(payment);
    assert.equal(again.status, 200);
    assert.equal(again.body.data.clientSecret, payment.clientSecret);
  });

  test("refunds are shown as their sum, in whatever order they come", async () => {
    const payment = await create();
    const refund = (amount_refunded: number) => {
      const { paymentId } = payment;
      const charge = { amount_refunded, currency: "usd", metadata: { paymentId } };
      return tell("charge.refunded", charge);
    };
    assert.equal((await shop.get(payment)).veroMetadata.refundedAmount, undefined);
    await refund(500);
    assert.equal((await refund(300)).status, 200);
    const { status, veroMetadata } = await shop.get(payment);
    assert.deepEqual([status, veroMetadata.refundedAmount], ["requires_confirmation", 500]);
    assert.equal((await shop.repeat(payment)).body.data.veroMetadata.refundedAmount, undefined);
  });

  test("deliveries at the same time count once, and unknown types are taken", async () => {
    const payment = await create();
    const body = intent(payment, "succeeded");
    const told = await Promise.all(
      Array.from({ length: 5 }, () => tell("payment_intent.succeeded", body, { id: "evt_many" })),
    );
    assert.deepEqual([...new Set(told.map(({ status }) => status))], [200]);
    assert.equal(await shop.countEvents("evt_many"), 1);
    assert.equal((await tell("invoice.paid", {})).status, 200);
    assert.equal((await tell("payment_intent.succeeded", { metadata: {} })).status, 200);
  });

  test("another merchant's payment stays as it is", async () => {
    const payment = await create();
    const stranger = await startMerchant({ service: shop.service });
    const { status } = await stranger.deliverStripe(
      JSON.stringify({
        id: "evt_stranger",
        object: "event",
        type: "payment_intent.succeeded",
        data: { object: intent(payment, "succeeded") },
      }),
    );
    assert.equal(status, 200);
    assert.equal((await shop.get(payment)).status, "requires_confirmation");
  });

  test("400: what Stripe did not sign, changed, or signed too long ago", async () => {
    const payment = await create();
    const body = JSON.stringify({
      id: "evt_forged",
      type: "payment_intent.succeeded",
      data: { object: intent(payment, "succeeded") },
    });
    const sign = (payload: string, secret = STRIPE_SECRET, timestamp = now()) =>
      Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    const forged: [string, string][] = [
      ["", body],
      ["t=1,v1=abc", body],
      [sign(body, "whsec_another"), body],
      [sign(body), `${body} `],
      [sign(body, STRIPE_SECRET, now() - 310), body],
      [sign(body).replace("v1=", "v0="), body],
      [sign("not json"), "not json"],
    ];
    for (const [signature, sent] of forged) {
      const headers = { "Stripe-Signature": signature };
      const refused = await shop.deliver("gateway_one", sent, headers);
      assertError(refused, { status: 400, code: "invalid_signature", details: /./ });
    }
    assert.equal((await tell("invoice.paid", {}, { at: now() - 290 })).status, 200);
    assert.equal((await shop.get(payment)).status, "requires_confirmation");
    assert.equal(await shop.countEvents("evt_forged"), 0);
  });
});

describe("Square", () => {
  const tell = (payment: object, { at = new Date(), id = `sq-${Math.random()}` } = {}) =>
    shop.deliverSquare(
      JSON.stringify({
        event_id: id,
        type: "payment.updated",
        created_at: at.toISOString(),
        data: { type: "payment", object: { payment } },
      }),
    );
  const described = ({ paymentId, orderId, clientSecret }: Created) => ({
    id: clientSecret,
    order_id: orderId,
    reference_id: paymentId,
  });
  const create = async () => {
    const payment = await shop.pay("gateway_two", { cardNonce: "cnon:card-nonce-ok" });
    await pool().query("UPDATE payment SET status = 'requires_confirmation' WHERE id = $1", [
      payment.paymentId,
    ]);
    return payment;
  };
  type Created = Awaited<ReturnType<typeof create>>;

  test("completed, refunded, and late news", async () => {
    const payment = await create();
    assert.equal((await tell({ ...described(payment), status: "COMPLETED" })).status, 200);
    const refunded_money = { amount: 250, currency: "USD" };
    const later = { ...described(payment), status: "COMPLETED", refunded_money };
    assert.equal((await tell(later)).status, 200);
    await tell({ ...described(payment), status: "APPROVED" });
    const { status, veroMetadata } = await shop.get(payment);
    assert.deepEqual([status, veroMetadata.refundedAmount], ["succeeded", 250]);
  });

  test("a failure", async () => {
    const payment = await create();
    const card_details = { errors: [{ code: "CARD_EXPIRED" }] };
    await tell({ ...described(payment), status: "FAILED", card_details });
    assert.equal((await shop.get(payment)).status, "failed");
  });

  test("400: what Square did not sign, or two days ago", async () => {
    const body = JSON.stringify({ event_id: "sq-forged", type: "payment.updated" });
    const other = shop.signSquare(body, `${SQUARE_KEY}x`);
    for (const signature of ["", "AAAA", other, shop.signSquare(`${body} `)]) {
      const headers = { "x-square-hmacsha256-signature": signature };
      const refused = await shop.deliver("gateway_two", body, headers);
      assertError(refused, { status: 400, code: "invalid_signature", details: /match/ });
    }
    const old = await tell({}, { at: new Date(Date.now() - 49 * 60 * 60 * 1000) });
    assertError(old, { status: 400, code: "invalid_signature", details: /too old/ });
    assert.equal((await tell({}, { at: new Date(Date.now() - 24 * 60 * 60 * 1000) })).status, 200);
  });
});

test("404 for a connection that there is not, 413 for what is too large", async () => {
  const body = "{}";
  const unknown = await shop.deliver("gateway_one", body, {}, "gwc_unknown");
  assertError(unknown, { status: 404, code: "not_found" });
  const swapped = await shop.deliver("gateway_two", body, {}, shop.connections.gateway_one);
  assertError(swapped, { status: 404, code: "not_found" });
  const large = await shop.deliver("gateway_one", "x".repeat(BODY_LIMIT + 1), {});
  assertError(large, { status: 413, code: "payload_too_large" });
});
