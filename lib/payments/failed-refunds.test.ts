import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, refundBody } from "#lib/testing/api-client.ts";
import { createStripeMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { finishPendingPayments } from "./finish-pending.ts";

const stripe = setUp(startStripeStandIn);
const service = setUpTestService(() => ({ STRIPE_API_BASE: stripe.url }));
const api = setUp(() => createStripeMerchant(service));

type Path = { gateway: "gateway_one"; paymentId: string };

/** A payment whose refunds the provider takes, and decides later. */
async function pay(): Promise<Path> {
  const gateway = "gateway_one";
  const body = paymentBody({ paymentMethod: "pm_card_pendingRefund" });
  const { paymentId } = await api.call("POST /api/v1/payments/{gateway}/create", {
    params: { gateway },
    body,
  });
  return { gateway, paymentId };
}

const refund = (params: Path, amount: number) =>
  api.call("POST /api/v1/payments/{gateway}/{paymentId}/refunds", {
    params,
    body: refundBody({ amount }),
  });

const cancel = (params: Path) =>
  api.call("POST /api/v1/payments/{gateway}/{paymentId}/cancel", { params });

/** All of them, the oldest first. */
async function listRefunds(params: Path) {
  const payment = await api.call("GET /api/v1/payments/{gateway}/{paymentId}", { params });
  return payment.refunds.toSorted((a, b) => (a.refundId < b.refundId ? -1 : 1));
}

const fail = (refundId: string) => stripe.setRefund(refundId, { status: "failed" });

/** The job looks at all that waits, or at what has this id alone. */
async function lookAgain(id?: string): Promise<void> {
  await pool().query("UPDATE payment SET updated_at = now() - interval '1 minute'");
  await pool().query(
    `UPDATE pending_payment SET next_check_at = now() +
       CASE WHEN payment_id = coalesce($1, payment_id) THEN interval '-1 second' ELSE '1 hour' END`,
    [id],
  );
  await finishPendingPayments();
}

describe("a canceled payment whose refund the provider takes, and fails later", () => {
  test("is given back by another refund, where the merchant had asked for the one that failed", async () => {
    const payment = await pay();
    const { refundId, refundStatus } = await refund(payment, 400);
    assert.equal(refundStatus, "pending");
    await cancel(payment);
    fail(refundId);
    await lookAgain();
    await lookAgain();
    stripe.completeRefunds();
    await lookAgain();
    assert.deepEqual(
      (await listRefunds(payment)).map(({ amount, refundStatus: status }) => [amount, status]),
      [
        [400, "failed"],
        [850, "succeeded"],
        [400, "succeeded"],
      ],
    );
    assert.equal(stripe.refundedAmount(payment.paymentId), 1250);
  });

  test("is not refunded again and again, where the one that failed was the service's own", async () => {
    const payment = await pay();
    await cancel(payment);
    const [own] = await listRefunds(payment);
    fail(own?.refundId ?? assert.fail());
    for (let look = 1; look <= 3; look += 1) await lookAgain();
    assert.deepEqual(
      (await listRefunds(payment)).map(({ refundStatus: status }) => status),
      ["failed"],
    );
  });

  test("nor where the job comes to the payment itself only after that", async () => {
    const payment = await pay();
    await cancel(payment);
    const [own] = await listRefunds(payment);
    const refundId = own?.refundId ?? assert.fail();
    fail(refundId);
    await lookAgain(refundId);
    await lookAgain(payment.paymentId);
    assert.deepEqual(
      (await listRefunds(payment)).map(({ refundStatus: status }) => status),
      ["failed"],
    );
  });

  test("is not refunded for what its merchant tried at the provider in vain", async () => {
    const payment = await pay();
    await cancel(payment);
    const [own] = await listRefunds(payment);
    fail(own?.refundId ?? assert.fail());
    stripe.refundAtProvider(payment.paymentId, 1250);
    stripe.completeRefunds();
    stripe.reverseRefund(payment.paymentId);
    for (let look = 1; look <= 3; look += 1) await lookAgain();
    const refunds = await listRefunds(payment);
    assert.deepEqual([...new Set(refunds.map(({ refundStatus: status }) => status))], ["failed"]);
    assert.equal(refunds.length, 2);
  });
});
