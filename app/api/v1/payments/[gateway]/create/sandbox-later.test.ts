import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gateways } from "#lib/core/vocabulary.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { followSandbox } from "#lib/payments/follow-sandbox.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, refundBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { makeDue } from "#lib/testing/till.ts";

const service = setUpTestService();
const api = setUpApi(service);

/** As if that much time had passed since the refunds began, and since the sandbox has written something down. */
async function passTime(seconds: number): Promise<void> {
  for (const statement of [
    "UPDATE payment SET created_at = created_at - make_interval(secs => $1) WHERE refund_of IS NOT NULL",
    "UPDATE sandbox_payment SET created_at = created_at - make_interval(secs => $1)",
    "UPDATE sandbox_notice SET due_at = due_at - make_interval(secs => $1)",
  ]) {
    await pool().query(statement, [seconds]);
  }
}

/** What the job finds out by then. */
async function disputesAfter(seconds: number, paymentId: string): Promise<string[]> {
  await passTime(seconds);
  await followSandbox();
  const { rows } = await pool().query(
    `SELECT concat_ws(' ', kind, decline_code) AS what FROM payment_event
     WHERE payment_id = $1 AND dispute_id IS NOT NULL ORDER BY sequence`,
    [paymentId],
  );
  return rows.map(({ what }) => what);
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

    test("a refund that fails later does so without a look-up", async () => {
      const paymentId = await pay();
      await refund(paymentId, "sandbox_refund_late_failure-2");
      await passTime(5);
      await followSandbox();
      const { rows } = await pool().query("SELECT status FROM payment WHERE refund_of = $1", [
        paymentId,
      ]);
      assert.deepEqual(rows, [{ status: "failed" }]);
    });

    const opened = "disputed product_not_received";
    for (const [value, end] of [
      ["sandbox_disputed", [opened]],
      ["sandbox_dispute_won", [opened, "dispute_closed won"]],
      ["sandbox_dispute_lost", [opened, "dispute_closed lost"]],
    ] as const) {
      test(`${value}: disputed after 5 seconds, decided after 10`, async () => {
        const paymentId = await pay({ paymentMethod: value });
        assert.equal((await look(paymentId)).status, "succeeded");
        assert.deepEqual(await disputesAfter(0, paymentId), []);
        assert.deepEqual(await disputesAfter(5, paymentId), [opened]);
        assert.deepEqual(await disputesAfter(5, paymentId), end);
        assert.deepEqual(await disputesAfter(3600, paymentId), end);
      });
    }

    test("sandbox_late_match: two parts of match follow after 5 seconds", async () => {
      const paymentId = await pay({ paymentMethod: "sandbox_late_match" });
      const read = async () => {
        const { match } = await look(paymentId);
        return [match.authorizationCode, match.networkTransactionId, match.acquirerReferenceNumber];
      };
      const [code, ...others] = await read();
      assert.ok(code);
      assert.deepEqual(others, [null, null]);
      await passTime(5);
      await followSandbox();
      const all = await read();
      assert.ok(all.every((part) => part !== null));
      assert.equal(all[0], code);
    });

    test("a notice of a payment whose answer was lost waits for it", async () => {
      const paymentId = await pay({ paymentMethod: "sandbox_disputed" });
      const setStatus = (status: string) =>
        pool().query("UPDATE payment SET status = $2::payment_status WHERE id = $1", [
          paymentId,
          status,
        ]);
      await setStatus("pending");
      assert.deepEqual(await disputesAfter(5, paymentId), []);
      await setStatus("succeeded");
      assert.deepEqual(await disputesAfter(10, paymentId), [opened]);
    });
  });
}
