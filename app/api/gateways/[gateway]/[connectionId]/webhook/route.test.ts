import assert from "node:assert/strict";
import { describe, test } from "node:test";
import Stripe from "stripe";
import { config } from "#lib/config.ts";
import { BODY_LIMIT } from "#lib/core/body-limits.ts";
import { createId } from "#lib/core/ids.ts";
import { connectStripe } from "#lib/gateways/stripe/connect.ts";
import { STRIPE_TEST_KEY } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { STRIPE_SECRET, startMerchant } from "#lib/testing/merchant.ts";
import { setUpNotifiedShops } from "#lib/testing/notified-shops.ts";

/** So few that notifications which wait for one another would wait forever. */
const POOL = 3;

const { shop, stripe } = setUpNotifiedShops({ DATABASE_POOL_SIZE: String(POOL) });

const now = () => Math.floor(Date.now() / 1000);

describe("Stripe", () => {
  /** A payment that waits for its customer. */
  const create = async () => {
    const payment = await stripe.wait();
    assert.equal(payment.status, "requires_confirmation");
    return payment;
  };
  const createPaid = async () => {
    const payment = await create();
    stripe.set(payment, { status: "paid" });
    return payment;
  };
  const notify = (type: string, object: object, { id = `evt_${Math.random()}`, at = now() } = {}) =>
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

  test("a confirmation makes the payment succeed; late or repeated news changes nothing", async () => {
    const payment = await createPaid();
    const succeeded = intent(payment, "succeeded");
    for (let delivery = 0; delivery < 2; delivery += 1) {
      const answer = await notify("payment_intent.succeeded", succeeded, { id: "evt_once" });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual(answer.body, { success: true, data: { received: true } });
    }
    await notify("payment_intent.requires_action", intent(payment, "requires_action"));
    const failed = intent(payment, "requires_payment_method", error);
    assert.equal((await notify("payment_intent.payment_failed", failed)).status, 200);
    await notify("payment_intent.canceled", intent(payment, "canceled"));
    assert.equal((await shop.get(payment)).status, "succeeded");
    assert.equal(await shop.countEvents("evt_once"), 1);
  });

  test("a card that failed leaves it open for another one; a cancellation does not", async () => {
    const payment = await create();
    const failed = intent(payment, "requires_payment_method", error);
    await notify("payment_intent.payment_failed", failed);
    assert.equal((await shop.get(payment)).status, "requires_confirmation");
    stripe.set(payment, { status: "paid" });
    await notify("payment_intent.succeeded", intent(payment, "succeeded"));
    assert.equal((await shop.get(payment)).status, "succeeded");

    const other = await create();
    stripe.set(other, { status: "canceled" });
    await notify("payment_intent.canceled", intent(other, "canceled"));
    assert.equal((await shop.get(other)).status, "failed");
  });

  test("a payment whose process died is finished by the notification", async () => {
    const payment = await createPaid();
    await pool().query(
      `UPDATE payment SET status = 'pending', order_id = NULL, client_secret = NULL,
                          claimed_until = now() + interval '1 minute' WHERE id = $1`,
      [payment.paymentId],
    );
    await notify("payment_intent.succeeded", intent(payment, "succeeded"));
    assert.equal((await shop.get(payment)).status, "succeeded");
    const again = await shop.repeat(payment);
    assert.equal(again.status, 200);
    assert.equal(again.body.data.clientSecret, payment.clientSecret);
  });

  test("refunds that were made at Stripe are fetched, whatever their events say", async () => {
    const payment = await shop.pay("gateway_one", { paymentMethod: "pm_card_visa" });
    const refundAtStripe = async (amount: number) => {
      const { signal } = new AbortController();
      const stripe = connectStripe(STRIPE_TEST_KEY, config().apiBases.stripe, signal);
      return await stripe.refunds.create({ payment_intent: payment.orderId, amount });
    };
    assert.equal((await shop.get(payment)).veroMetadata.refundedAmount, undefined);
    const first = await refundAtStripe(300);
    const second = await refundAtStripe(200);
    for (const refund of [second, first, second]) {
      assert.equal((await notify("refund.created", refund)).status, 200);
      assert.equal((await shop.get(payment)).veroMetadata.refundedAmount, 500);
    }
    assert.equal((await shop.repeat(payment)).body.data.veroMetadata.refundedAmount, undefined);
  });

  test("deliveries at the same time count once, and unknown types are taken", async () => {
    const payment = await createPaid();
    const body = intent(payment, "succeeded");
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => notify("payment_intent.succeeded", body, { id: "evt_many" })),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(await shop.countEvents("evt_many"), 1);
    assert.equal((await notify("invoice.paid", {})).status, 200);
    assert.equal((await notify("payment_intent.succeeded", { metadata: {} })).status, 200);
  });

  test("many at once need no more database connections than there are", async () => {
    const payments = await Promise.all(Array.from({ length: POOL * 3 }, createPaid));
    const answers = await Promise.all(
      payments.map((payment) => notify("payment_intent.succeeded", intent(payment, "succeeded"))),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    for (const payment of payments) assert.equal((await shop.get(payment)).status, "succeeded");
  });

  test("the console shows when the last one came in, and which events do", async () => {
    await notify("invoice.paid", {});
    await notify("charge.dispute.closed", {});
    const { connections } = (await shop.console("GET", "/gateways")).body.data;
    const [{ gateway, lastNotificationAt: at, webhookUrl, events }] = connections;
    assert.equal(gateway, "gateway_one");
    assert.ok(Math.abs(Date.now() - Date.parse(at)) < 90_000, at);
    const url = `${shop.service.url}/api/gateways/gateway_one/${shop.connections.gateway_one}/webhook`;
    assert.equal(webhookUrl, url);
    const seen = new Map<string, string | null>(
      events.map((event: { type: string; lastReceivedAt: string | null }) => [
        event.type,
        event.lastReceivedAt,
      ]),
    );
    assert.ok(seen.get("charge.dispute.closed"));
    assert.equal(seen.get("refund.failed"), null);
    assert.ok(!seen.has("invoice.paid"), "only what the console asks for");
  });

  test("what is signed and no event of a payment changes nothing", async () => {
    const id = "evt_odd";
    const type = "payment_intent.succeeded";
    for (const event of [{}, { id }, { id: 1, type }, { id: "evt_\0", type }, [], null, "text"]) {
      const { status } = await shop.deliverStripe(JSON.stringify(event));
      assert.equal(status, 400, JSON.stringify(event));
    }
    assert.equal((await shop.deliverStripe(JSON.stringify({ id, type: "x" }))).status, 200);
    for (const object of [
      undefined,
      null,
      {},
      { metadata: null },
      { metadata: { paymentId: 1 } },
      { id: "pi_1", payment_intent: "pi_1", metadata: { paymentId: "\0" } },
      { id: "\0", payment_intent: "../refunds", metadata: { paymentId: createId("payment") } },
    ]) {
      const event = { id: `evt_${Math.random()}`, type, data: { object } };
      assert.equal((await shop.deliverStripe(JSON.stringify(event))).status, 200);
      const refund = { ...event, type: "charge.refunded", id: `evt_${Math.random()}` };
      assert.equal((await shop.deliverStripe(JSON.stringify(refund))).status, 200);
    }
  });

  test("another merchant's payment stays as it is", async () => {
    const payment = await createPaid();
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
    assert.equal((await notify("invoice.paid", {}, { at: now() - 290 })).status, 200);
    assert.equal((await shop.get(payment)).status, "requires_confirmation");
    assert.equal(await shop.countEvents("evt_forged"), 0);
  });
});

test("404 for an unknown connection, 413 for a body that is too large", async () => {
  const body = "{}";
  const stripeLike = { "Stripe-Signature": `t=${now()},v1=${"0".repeat(64)}` };
  for (const id of ["gwc_unknown", createId("connection")]) {
    const unknown = await shop.deliver("gateway_one", body, stripeLike, id);
    assertError(unknown, { status: 404, code: "not_found" });
  }
  const squareLike = { "x-square-hmacsha256-signature": shop.signSquare(body) };
  const swapped = await shop.deliver("gateway_two", body, squareLike, shop.connections.gateway_one);
  assertError(swapped, { status: 404, code: "not_found" });
  const large = await shop.deliver("gateway_one", "x".repeat(BODY_LIMIT + 1), {});
  assertError(large, { status: 413, code: "payload_too_large" });
});
