import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentBody, refundBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const service = setUpTestService();
const api = setUpApi(service);
const cardholder = setUpCardholder(api);

const create = (fields: Record<string, unknown> = {}) => {
  const body = paymentBody({ recipientHashedPan: cardholder.hashedPan, ...fields });
  return withImpatience(() => api.post("/payments/gateway_one/create", { body }));
};

const cancel = (paymentId: string) => api.post(`/payments/gateway_one/${paymentId}/cancel`);

const getPayment = (paymentId: string) =>
  api.call("GET /api/v1/payments/{gateway}/{paymentId}", {
    params: { gateway: "gateway_one", paymentId },
  });

async function listReceipts() {
  const { userId } = cardholder;
  return (await api.call("GET /api/v1/receipts/{userId}", { params: { userId } })).receipts;
}

test("a payment that was made is refunded in full, and only once", async () => {
  const { paymentId } = (await create()).body.data;
  const expected = {
    paymentId,
    outcome: "refunded",
    paymentStatus: "succeeded",
    refundedAmount: 1250,
  };
  for (let call = 1; call <= 3; call += 1) {
    const answer = await cancel(paymentId);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.headers.get("x-payment-id"), paymentId);
    assert.deepEqual(answer.body.data, expected);
  }
  const { refunds } = await getPayment(paymentId);
  assert.deepEqual(
    refunds.map(({ amount, refundReference, refundStatus }) => [
      amount,
      refundReference,
      refundStatus,
    ]),
    [[1250, null, "succeeded"]],
  );
  const receipts = await listReceipts();
  assert.deepEqual(
    receipts.map((receipt) => [receipt.paymentId, receipt.kind, receipt.refundedAmount]),
    [[paymentId, "sale", 1250]],
    "no note, and a sale that says what came back",
  );
});

test("409 for the same create once a cancellation gives the money back", async () => {
  const order = paymentBody({ recipientHashedPan: cardholder.hashedPan });
  const { paymentId } = (await create(order)).body.data;
  assert.equal((await cancel(paymentId)).body.data.outcome, "refunded");
  const again = await create(order);
  assertError(again, { status: 409, code: "conflict", details: new RegExp(paymentId) });
  assert.equal((await getPayment(paymentId)).refundedAmount, 1250);
});

test("a payment that waits for its customer is canceled, and its receipt is void", async () => {
  const { paymentId } = (await create({ paymentMethod: "sandbox_requires_confirmation" })).body
    .data;
  const { status, body } = await cancel(paymentId);
  assert.equal(status, 200);
  assert.deepEqual(body.data, {
    paymentId,
    outcome: "not_charged",
    paymentStatus: "canceled",
    refundedAmount: 0,
  });
  const { veroMetadata } = await getPayment(paymentId);
  assert.deepEqual([veroMetadata.receiptStatus, veroMetadata.keyId], ["void", null]);
  assert.equal(
    (await listReceipts()).some((receipt) => receipt.paymentId === paymentId),
    false,
  );
  const confirm = await api.post(`/payments/gateway_one/${paymentId}/sandbox-confirm`, {
    body: { outcome: "succeeded" },
  });
  assertError(confirm, { status: 409, code: "conflict", details: /^paymentStatus: is canceled/ });
});

test("a till that got a 503 cancels, and gets back what was charged nevertheless", async () => {
  const lost = await create({ paymentMethod: "sandbox_timeout" });
  assertError(lost, { status: 503, code: "service_unavailable", details: /paymentId: pay_/ });
  const paymentId = lost.headers.get("x-payment-id") ?? assert.fail();
  const { status, body } = await cancel(paymentId);
  assert.equal(status, 200);
  assert.deepEqual([body.data.outcome, body.data.refundedAmount], ["refunded", 1250]);
});

test("a cancellation waits for a charge that is under way, and goes on where that gets no answer", async () => {
  const body = paymentBody({ paymentMethod: "sandbox_timeout" });
  const query = { receiptId: body.receiptId };
  const findPayment = async () => (await api.call("GET /api/v1/payments", { query })).payments[0];
  const waiting = () => api.post("/payments/gateway_one/create", { body });
  const charging = withImpatience(waiting, 1_000);
  await until(async () => (await findPayment()) !== undefined);
  const { paymentId } = (await findPayment()) ?? assert.fail();
  const [canceled, charged] = await Promise.all([cancel(paymentId), charging]);
  assert.equal(charged.status, 503);
  assert.equal(canceled.status, 200, JSON.stringify(canceled.body));
  assert.equal(canceled.body.data.outcome, "refunded");
});

test("a payment that was canceled in time: 409 for the same create, a new one for the next card", async () => {
  const fields = paymentBody({ paymentMethod: "sandbox_error" });
  const lost = await create(fields);
  const paymentId = lost.headers.get("x-payment-id") ?? assert.fail();
  const { body } = await cancel(paymentId);
  assert.deepEqual([body.data.outcome, body.data.paymentStatus], ["not_charged", "canceled"]);

  const again = await create(fields);
  assertError(again, {
    status: 409,
    code: "conflict",
    details: new RegExp(`paymentId: ${paymentId}`),
  });
  const nextCard = await create({ ...fields, paymentMethod: "pm_card_visa" });
  assert.equal(nextCard.status, 201);
  assert.notEqual(nextCard.body.data.paymentId, paymentId);
});

test("a declined payment has nothing to cancel", async () => {
  const declined = await create({ paymentMethod: "pm_card_chargeDeclined" });
  const paymentId = declined.headers.get("x-payment-id") ?? assert.fail();
  const { body } = await cancel(paymentId);
  assert.deepEqual([body.data.outcome, body.data.paymentStatus], ["not_charged", "failed"]);
});

test("a payment that was refunded in part gives back the rest, and keeps the merchant's note", async () => {
  const { paymentId } = (await create()).body.data;
  await api.call("POST /api/v1/payments/{gateway}/{paymentId}/refunds", {
    params: { gateway: "gateway_one", paymentId },
    body: refundBody({ amount: 400 }),
  });
  const { outcome, refundedAmount } = (await cancel(paymentId)).body.data;
  assert.deepEqual([outcome, refundedAmount], ["refunded", 1250]);
  const { refunds } = await getPayment(paymentId);
  assert.deepEqual(
    refunds.map(({ amount, receiptStatus }) => [amount, receiptStatus]),
    [
      [400, "sealed"],
      [850, "void"],
    ],
  );
});

test("404: no such payment, one of the other gateway, or a refund", async () => {
  const { paymentId } = (await create()).body.data;
  await cancel(paymentId);
  const [{ refundId } = assert.fail()] = (await getPayment(paymentId)).refunds;
  for (const path of [
    "gateway_one/pay_0192f0c1d2e3740080000000000000ff",
    `gateway_two/${paymentId}`,
    `gateway_one/${refundId}`,
  ]) {
    const answer = await api.post(`/payments/${path}/cancel`);
    assertError(answer, { status: 404, code: "not_found" });
  }
});
