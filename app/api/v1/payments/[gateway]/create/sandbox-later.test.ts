import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gateways } from "#lib/core/vocabulary.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, refundBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { makeDue } from "#lib/testing/till.ts";

const service = setUpTestService();
const api = setUpApi(service);

/** As if that much time had passed since the refunds began. */
async function passTime(seconds: number): Promise<void> {
  await pool().query(
    "UPDATE payment SET created_at = created_at - make_interval(secs => $1) WHERE refund_of IS NOT NULL",
    [seconds],
  );
}

for (const gateway of gateways) {
  const path = `/payments/${gateway}`;
  const create = (fields: Record<string, unknown> = {}) =>
    api.post(`${path}/create`, { body: paymentBody(fields) });
  const pay = async (fields = {}) => (await create(fields)).body.data.paymentId as string;
  const look = async (paymentId: string) => (await api.get(`${path}/${paymentId}`)).body.data;
  const refund = async (paymentId: string, refundReference: string) => {
    const body = refundBody({ refundReference });
    return (await api.post(`${path}/${paymentId}/refunds`, { body })).body.data;
  };
  const unavailable = { status: 503, code: "service_unavailable" } as const;

  describe(`the sandbox of ${gateway}, later`, () => {
    test("sandbox_cancel_unavailable: 503 for a minute, and the wish is kept", async () => {
      const paymentId = await pay({ paymentMethod: "sandbox_cancel_unavailable" });
      for (const seconds of [0, 59]) {
        await passTime(seconds);
        assertError(await api.post(`${path}/${paymentId}/cancel`), unavailable);
      }
      await passTime(1);
      const { body } = await api.post(`${path}/${paymentId}/cancel`);
      assert.equal(body.data.outcome, "refunded");
      const { refundedAmount, refunds } = await look(paymentId);
      assert.deepEqual([refundedAmount, refunds.length], [1250, 1]);
    });

    test("sandbox_cancel_unavailable: the job refunds it after the minute", async () => {
      const paymentId = await pay({ paymentMethod: "sandbox_cancel_unavailable" });
      assertError(await api.post(`${path}/${paymentId}/cancel`), unavailable);
      await passTime(60);
      await makeDue();
      await finishPendingPayments();
      assert.equal((await look(paymentId)).refundedAmount, 1250);
    });

    test("sandbox_cancel_unavailable: a refund of the merchant's own is made", async () => {
      const paymentId = await pay({ paymentMethod: "sandbox_cancel_unavailable" });
      assert.equal((await refund(paymentId, "own")).refundStatus, "succeeded");
    });

    test("sandbox_settles: 503, and the look-up answers canceled at once", async () => {
      const body = paymentBody({ paymentMethod: "sandbox_settles" });
      const answer = await api.post(`${path}/create`, { body });
      assertError(answer, unavailable);
      const paymentId = answer.headers.get("x-payment-id") ?? assert.fail();
      assert.equal((await look(paymentId)).status, "canceled");
      const again = await api.post(`${path}/create`, { body });
      assertError(again, { status: 409, code: "conflict" });
    });

    test("sandbox_refund_pending: succeeds after 5 seconds", async () => {
      const paymentId = await pay();
      const { refundId, refundStatus } = await refund(paymentId, "sandbox_refund_pending-1");
      assert.equal(refundStatus, "pending");
      const before = await look(paymentId);
      assert.deepEqual([before.refundedAmount, before.refunds[0].refundStatus], [0, "pending"]);
      await passTime(5);
      const after = await look(paymentId);
      assert.deepEqual([after.refundedAmount, after.refunds[0].refundStatus], [1250, "succeeded"]);
      assert.equal(after.refunds[0].refundId, refundId);
    });

    test("sandbox_refund_late_failure: succeeds, and fails after 5 seconds", async () => {
      const paymentId = await pay();
      const { refundStatus } = await refund(paymentId, "sandbox_refund_late_failure-1");
      assert.equal(refundStatus, "succeeded");
      assert.equal((await look(paymentId)).refundedAmount, 1250);
      await passTime(5);
      const query = `/refunds?paymentId=${paymentId}`;
      const [listed] = (await api.get(query)).body.data.refunds;
      assert.deepEqual(
        [listed.refundStatus, listed.failureReason, listed.refundedAmount],
        ["failed", "returned_by_bank", 0],
      );
      assert.deepEqual((await look(paymentId)).refunds, [listed]);
    });
  });
}
