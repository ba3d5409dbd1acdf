import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { Gateway } from "#lib/gateways/gateway.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { renewClaim, withClaim, withFreeClaim } from "./claim.ts";
import { makeRefund } from "./make-refund.ts";
import { startCancelRefund } from "./start-refund.ts";
import { claimPayment, getPaymentRow, type Payment, selectPayment } from "./store/payment.ts";
import { deletePendingOfFinal } from "./store/pending.ts";
import { insertRefund, refundWithoutReceipt } from "./store/refund.ts";

const service = setUpTestService();

const tenant = { organizationId: "", environment: "development" } as const;
let api: ReturnType<typeof createApiClient>;
let organizationId: string;
beforeEach(async () => {
  organizationId = await createTestOrganization();
  api = createApiClient(service, await createTestKey({ organizationId }));
});

async function pay(fields = {}): Promise<Payment> {
  const answer = await api.post("/payments/gateway_one/create", { body: paymentBody(fields) });
  const id = answer.headers.get("x-payment-id") ?? assert.fail("no payment");
  return (await selectPayment({ ...tenant, organizationId }, id)) ?? assert.fail();
}

const change = (id: string, columns: string) =>
  pool().query(`UPDATE payment SET ${columns} WHERE id = $1`, [id]);

const isClaimed = async (payment: Payment) => (await getPaymentRow(payment)).claimedUntil !== null;

const hasResult = ({ status }: Payment) => status !== "pending";
const neverCalled = () => assert.fail("nothing is left to do");

describe("a claim", () => {
  test("of a payment that got its result since it was read makes no attempt, and is released", async () => {
    const read = await pay({ paymentMethod: "sandbox_error" });
    assert.equal(read.status, "pending");
    await change(read.id, "status = 'requires_confirmation', order_id = 'ord', client_secret = ''");
    const result = await withClaim(read, { isDone: hasResult }, neverCalled);
    assert.equal(result.kind === "done" && result.payment.status, "requires_confirmation");
    assert.equal(await isClaimed(read), false);
    assert.equal((await getPaymentRow(read)).gatewayAttempts, read.gatewayAttempts);
  });

  test("is released whatever the attempt throws, and the error names the payment", async () => {
    const payment = await pay({ paymentMethod: "sandbox_error" });
    const attempt = async () => assert.fail("something new");
    const { id: paymentId } = payment;
    const error = { code: "internal_server_error", paymentId };
    await assert.rejects(withClaim(payment, { isDone: hasResult }, attempt), error);
    await assert.rejects(withFreeClaim(payment, attempt), error);
    assert.equal(await isClaimed(payment), false);
  });

  test("that another call has taken over cannot be renewed", async () => {
    const payment = await pay({ paymentMethod: "sandbox_error" });
    const slow = (await claimPayment(payment)) ?? assert.fail();
    await change(payment.id, "claimed_until = now() - interval '1 second'");
    await renewClaim(slow);
    assert.equal(await claimPayment(payment), undefined, "it is held again");
    await change(payment.id, "claimed_until = now() - interval '1 second'");
    assert.ok(await claimPayment(payment));
    await assert.rejects(renewClaim(slow), { code: "service_unavailable", paymentId: payment.id });
  });

  test("is not taken for the refund of a cancellation before it is carried out", async () => {
    const sale = await pay();
    const [refund] = await startCancelRefund(sale);
    assert.ok(refund);
    assert.equal(await isClaimed(refund), false);
    assert.equal((await claimPayment(refund))?.gatewayAttempts, 1);
  });
});

test("a refused refund that the provider has on its list is not recorded as failed", async () => {
  const sale = await pay();
  const refund = await inTransaction((transaction) =>
    insertRefund(
      transaction,
      refundWithoutReceipt(sale, {
        id: "ref_1",
        createdAt: new Date(),
        amount: sale.amount,
        refundOrigin: "cancel",
      }),
      { isClaimed: true },
    ),
  );
  const listed = {
    providerReference: "re_1",
    refundId: refund.id,
    amount: sale.amount,
    status: "pending" as const,
    failureReason: null,
  };
  const gateway: Gateway = {
    charge: neverCalled,
    find: neverCalled,
    cancel: neverCalled,
    check: neverCalled,
    refund: async () => ({ kind: "failed", reason: "refunded_already" }),
    listRefunds: async () => [listed],
    listDisputes: neverCalled,
    listAccountDisputes: neverCalled,
    findPaymentId: neverCalled,
  };
  await makeRefund(gateway, refund, sale);
  const { status, providerReference } = await getPaymentRow(refund);
  assert.deepEqual([status, providerReference], ["pending", "re_1"]);
});

test("the pending row of a paid payment stays where its cancellation is requested", async () => {
  const sale = await pay();
  const addPending = () =>
    pool().query("INSERT INTO pending_payment (payment_id) VALUES ($1)", [sale.id]);
  const countPending = async () => {
    const { rows } = await pool().query("SELECT FROM pending_payment WHERE payment_id = $1", [
      sale.id,
    ]);
    return rows.length;
  };
  await addPending();
  await change(sale.id, "cancel_requested_at = now()");
  await deletePendingOfFinal(sale.id);
  assert.equal(await countPending(), 1);
  await change(sale.id, "cancel_requested_at = NULL");
  await deletePendingOfFinal(sale.id);
  assert.equal(await countPending(), 0);
});
