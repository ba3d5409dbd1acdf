import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  refundBody,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { type MerchantPayment, startMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

// A provider that takes back what it said of a refund: a bank returns one that had succeeded, or one that
// had failed is made after all.

const stripe = setUp(startStripeStandIn);
const square = setUp(startSquareStandIn);
const service = setUpTestService(() => ({
  STRIPE_API_BASE: stripe.url,
  SQUARE_API_BASE: square.url,
}));
const issuer = setUpApi(service);
const shop = setUp(async () => {
  const merchant = await startMerchant({ service });
  const { organizationId } = merchant;
  return { merchant, api: createApiClient(service, await createTestKey({ organizationId })) };
});

let count = 0;

/** Changes a refund at its provider, which notifies of that. */
type Change = (refundId: string, status: "succeeded" | "failed") => Promise<number>;

const changeAtStripe: Change = async (refundId, status) => {
  const failure_reason = status === "failed" ? "expired_or_canceled_card" : null;
  stripe.setRefund(refundId, { status, failure_reason });
  return await notifyOfStripe(refundId, status === "failed" ? "refund.failed" : "refund.updated");
};

async function notifyOfStripe(
  refundId: string,
  type: string,
  { isNamed = true } = {},
): Promise<number> {
  const { providerReference: id, paymentId, paymentReference } = await readRow(refundId);
  count += 1;
  const metadata = isNamed ? { refundId, paymentId } : {};
  const object = { id, object: "refund", payment_intent: paymentReference, metadata };
  const event = { id: `evt_${count}`, object: "event", type, data: { object } };
  return (await shop.merchant.deliverStripe(JSON.stringify(event))).status;
}

const changeAtSquare: Change = async (refundId, status) => {
  square.setRefund(refundId, { status: status === "failed" ? "FAILED" : "COMPLETED" });
  const { providerReference, paymentReference: payment_id } = await readRow(refundId);
  count += 1;
  const event = {
    event_id: `event-${count}`,
    created_at: new Date().toISOString(),
    type: "refund.updated",
    data: { object: { refund: { id: providerReference, payment_id } } },
  };
  return (await shop.merchant.deliverSquare(JSON.stringify(event))).status;
};

async function readRow(refundId: string) {
  const { rows } = await pool().query<
    Record<"providerReference" | "paymentId" | "paymentReference", string>
  >(
    `SELECT r.provider_reference AS "providerReference", s.id AS "paymentId",
            s.provider_reference AS "paymentReference"
     FROM payment r JOIN payment s ON s.id = r.refund_of WHERE r.id = $1`,
    [refundId],
  );
  return rows[0] ?? assert.fail("no such refund");
}

const providers: [gateway: GatewayName, card: Record<string, string>, change: Change][] = [
  ["gateway_one", { paymentMethod: "pm_card_visa" }, changeAtStripe],
  ["gateway_two", { cardNonce: "cnon:card-nonce-ok" }, changeAtSquare],
];

for (const [gateway, card, change] of providers) {
  describe(gateway, () => {
    test("a refund that had succeeded fails, and succeeds after all without its note", async () => {
      const cardholder = await registerCardholder(issuer);
      const payment = await pay(gateway, card, cardholder);
      const refundId = await refund(payment, 400);
      assert.equal(await change(refundId, "succeeded"), 200);
      assert.deepEqual(await look(payment, cardholder), {
        refundedAmount: 400,
        refunds: [["succeeded", "sealed"]],
        kinds: ["refund", "sale"],
      });

      assert.equal(await change(refundId, "failed"), 200);
      const failed = { refundedAmount: 0, refunds: [["failed", "void"]], kinds: ["sale"] };
      assert.deepEqual(await look(payment, cardholder), failed);

      assert.equal(await change(refundId, "succeeded"), 200);
      assert.deepEqual(await look(payment, cardholder), {
        refundedAmount: 400,
        refunds: [["succeeded", "void"]],
        kinds: ["sale"],
      });
      assert.deepEqual(await listNews(payment), ["refunded", "refund_failed", "refunded"]);
    });

    test("a refund that a cancellation counted on fails, and the job gives back the rest", async () => {
      const cardholder = await registerCardholder(issuer);
      const payment = await pay(gateway, card, cardholder);
      const refundId = await refund(payment, 400);
      assert.equal(await change(refundId, "succeeded"), 200);
      const { paymentId } = payment;
      const { outcome } = await shop.api.call(
        "POST /api/v1/payments/{gateway}/{paymentId}/cancel",
        { params: { gateway, paymentId } },
      );
      assert.equal(outcome, "refunded");
      assert.equal(await change(refundId, "failed"), 200);

      await pool().query(
        `UPDATE payment SET claimed_until = now() - interval '1 second'
         WHERE refund_of = $1 AND status = 'pending'`,
        [paymentId],
      );
      await finishPendingPayments();
      const standIn = gateway === "gateway_one" ? stripe : square;
      assert.equal(standIn.refundedAmount(paymentId), 1250);
    });
  });
}

test("a list that was read before others recorded the opposite is not believed", async () => {
  const cardholder = await registerCardholder(issuer);
  const payment = await pay("gateway_one", { paymentMethod: "pm_card_visa" }, cardholder);
  const refundId = await refund(payment, 400);
  const listed = stripe.hold(({ method, path }) => method === "GET" && path === "/v1/refunds");
  const slow = notifyOfStripe(refundId, "refund.updated");
  const held = await listed;
  // As in another process: a notification of the same kind would wait for that one.
  stripe.setRefund(refundId, { status: "failed", failure_reason: "expired_or_canceled_card" });
  assert.equal(await notifyOfStripe(refundId, "refund.failed", { isNamed: false }), 200);
  stripe.setRefund(refundId, { status: "succeeded" });
  held.carryOut();
  held.answer();

  assert.equal(await slow, 503, "so that the provider notifies again");
  assert.equal((await look(payment, cardholder)).refundedAmount, 0);
  assert.equal(await notifyOfStripe(refundId, "refund.updated"), 200);
  assert.equal((await look(payment, cardholder)).refundedAmount, 400);
});

async function pay(
  gateway: GatewayName,
  card: Record<string, string>,
  { hashedPan: recipientHashedPan }: TestCardholder,
): Promise<MerchantPayment> {
  return await shop.merchant.pay(gateway, { ...card, recipientHashedPan });
}

async function refund({ gateway, paymentId }: MerchantPayment, amount: number): Promise<string> {
  const { refundId } = await shop.api.call("POST /api/v1/payments/{gateway}/{paymentId}/refunds", {
    params: { gateway, paymentId },
    body: refundBody({ amount }),
  });
  return refundId;
}

/** What the merchant is told, and what the cardholder sees. */
async function look({ gateway, paymentId }: MerchantPayment, { userId }: TestCardholder) {
  const params = { gateway, paymentId };
  const payment = await shop.api.call("GET /api/v1/payments/{gateway}/{paymentId}", { params });
  const { receipts } = await issuer.call("GET /api/v1/receipts/{userId}", { params: { userId } });
  return {
    refundedAmount: payment.refundedAmount,
    refunds: payment.refunds.map((one) => [one.refundStatus, one.receiptStatus]),
    kinds: receipts.map(({ kind }) => kind),
  };
}

async function listNews({ paymentId }: MerchantPayment): Promise<string[]> {
  const { body } = await shop.merchant.console("GET", `/payments/${paymentId}`);
  const { timeline } = body.data;
  return timeline
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => kind.startsWith("refund"));
}
