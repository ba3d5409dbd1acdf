import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sampleCard } from "#lib/core/sample-card.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import {
  type Answer,
  grant,
  paymentBody,
  refundBody,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const cardholder = setUpCardholder(api);

async function pay(fields: Record<string, unknown> = {}): Promise<string> {
  const body = paymentBody({ recipientHashedPan: cardholder.hashedPan, ...fields });
  const params = { gateway: "gateway_one" } as const;
  return (await api.call("POST /api/v1/payments/{gateway}/create", { params, body })).paymentId;
}

const refund = (paymentId: string, body: Record<string, unknown>, gateway = "gateway_one") =>
  api.post(`/payments/${gateway}/${paymentId}/refunds`, { body });

const getPayment = (paymentId: string) =>
  api.call("GET /api/v1/payments/{gateway}/{paymentId}", {
    params: { gateway: "gateway_one", paymentId },
  });

async function listReceipts() {
  const { userId } = cardholder;
  const { receipts } = await api.call("GET /api/v1/receipts/{userId}", { params: { userId } });
  return receipts;
}

test("201: a part comes back, and the cardholder gets a credit note", async () => {
  const paymentId = await pay();
  const body = refundBody({ amount: 400, reason: "one loaf was stale" });
  const answer = await refund(paymentId, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.equal(answer.headers.get("x-payment-id"), paymentId);
  const { refundId, createdAt, match, ...rest } = answer.body.data;
  assert.match(refundId, /^ref_[0-9a-f]{32}$/);
  assert.match(match.acquirerReferenceNumber, /^\d{23}$/);
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.deepEqual(rest, {
    paymentId,
    gateway: "gateway_one",
    merchantId: "merchant-1",
    refundReference: body.refundReference,
    amount: 400,
    currency: "usd",
    refundStatus: "succeeded",
    failureReason: null,
    refundedAmount: 400,
    receiptStatus: "sealed",
  });

  const [note, sale] = await listReceipts();
  assert.deepEqual(
    [note?.paymentId, note?.kind, note?.refundOf, note?.amount, note?.receiptId],
    [refundId, "refund", paymentId, 400, body.receiptId],
  );
  assert.deepEqual(
    [sale?.paymentId, sale?.kind, sale?.refundOf, sale?.refundedAmount],
    [paymentId, "sale", null, 400],
  );

  const tokenId = await grant(api, cardholder, { paymentId: refundId });
  const sealed = await api.call("POST /api/v1/payments/envelope", {
    body: { paymentId: refundId, tokenId },
  });
  const privateKey = await importPrivateKey(cardholder.privateKey);
  const opened = await openReceipt({ sealed, paymentId: refundId, privateKey });
  const { refundReference: _reference, ...sent } = body;
  assert.deepEqual(opened, {
    version: "1.0",
    merchantId: "merchant-1",
    ...sent,
    currency: "usd",
    gateway: "gateway_one",
    paymentId: refundId,
    kind: "refund",
    refundOf: paymentId,
  });

  const second = await grant(api, cardholder, { paymentId: refundId });
  const read = await api.post("/payments/decrypt", {
    body: { paymentId: refundId, tokenId: second, privateKey: cardholder.privateKey },
  });
  const { kind, refundOf, amount } = read.body.data;
  assert.deepEqual([kind, refundOf, amount], ["refund", paymentId, 400]);
});

test("201: without an amount all that is left comes back, and then nothing is left", async () => {
  const paymentId = await pay();
  assert.equal((await refund(paymentId, refundBody({ amount: 250 }))).status, 201);
  const rest = await refund(paymentId, refundBody());
  assert.equal(rest.body.data.amount, 1000);
  assert.equal(rest.body.data.refundedAmount, 1250);

  const more = await refund(paymentId, refundBody({ amount: 1 }));
  assertError(more, {
    status: 409,
    code: "conflict",
    details: /0 of 1250 is left; paymentId: pay_/,
  });
  const { refundedAmount, refunds, status } = await getPayment(paymentId);
  assert.deepEqual([status, refundedAmount, refunds.length], ["succeeded", 1250, 2]);
});

test("409: more than is left, and nothing is refunded", async () => {
  const paymentId = await pay();
  assertError(await refund(paymentId, refundBody({ amount: 1251 })), {
    status: 409,
    code: "conflict",
    details: /1250 of 1250 is left/,
  });
  assert.equal((await getPayment(paymentId)).refundedAmount, 0);
});

test("200: the same again is the same refund; 409: the reference with another body", async () => {
  const paymentId = await pay();
  const body = refundBody({ amount: 100 });
  const answers = await Promise.all([1, 2, 3].map(() => refund(paymentId, body)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201]);
  const ids = new Set(answers.map((answer: Answer) => answer.body.data.refundId));
  assert.equal(ids.size, 1);
  const replayed = answers.find(({ status }) => status === 200);
  assert.equal(replayed?.headers.get("idempotent-replayed"), "true");
  assert.equal((await getPayment(paymentId)).refundedAmount, 100);

  const changed = await refund(paymentId, { ...body, amount: 200 });
  assertError(changed, { status: 409, code: "conflict", details: /^refundReference: / });
});

test("refunds at the same time never give back more than was paid", async () => {
  const paymentId = await pay();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => refund(paymentId, refundBody({ amount: 500 }))),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 409, 409, 409, 409]);
  assert.equal((await getPayment(paymentId)).refundedAmount, 1000);
});

test("a refund that fails at the provider leaves the money to be refunded again", async () => {
  const paymentId = await pay();
  const body = refundBody({ refundReference: "sandbox_refund_failed-1" });
  const { status, body: failed } = await refund(paymentId, body);
  assert.equal(status, 201);
  assert.equal(failed.data.refundStatus, "failed");
  assert.equal(failed.data.receiptStatus, "void");
  assert.equal(failed.data.refundedAmount, 0);
  const receipts = await listReceipts();
  assert.equal(
    receipts.some((receipt) => receipt.refundOf === paymentId),
    false,
  );

  assert.equal((await refund(paymentId, refundBody())).body.data.refundedAmount, 1250);
});

describe("a payment that was not made", () => {
  test("409: is not refunded", async () => {
    const body = paymentBody({ paymentMethod: "pm_card_chargeDeclined" });
    const declined = await api.post("/payments/gateway_one/create", { body });
    const paymentId = declined.headers.get("x-payment-id") ?? assert.fail();
    assertError(await refund(paymentId, refundBody()), {
      status: 409,
      code: "conflict",
      details: /^paymentStatus: is failed/,
    });
  });

  test("404: unknown, of another gateway, or a refund itself", async () => {
    const paymentId = await pay();
    const { body } = await refund(paymentId, refundBody({ amount: 1 }));
    for (const [id, gateway] of [
      ["pay_0192f0c1d2e3740080000000000000ff", "gateway_one"],
      [paymentId, "gateway_two"],
      [body.data.refundId, "gateway_one"],
    ] as const) {
      assertError(await refund(id, refundBody(), gateway), { status: 404, code: "not_found" });
    }
  });
});

describe("400: invalid_request", () => {
  const { number, hashedPan: cardHash } = sampleCard;
  const cases: [name: string, fields: Record<string, unknown>, details: RegExp][] = [
    ["no reference", { refundReference: undefined }, /refundReference/],
    ["no amount worth the name", { amount: 0 }, /amount/],
    ["another currency", { currency: "eur" }, /^currency: must be that of the payment/],
    ["no receiptId", { receiptId: undefined }, /receiptId/],
    ["a card of its own", { recipientHashedPan: cardHash }, /^recipientHashedPan: is that of/],
    ["a card number", { paymentMethod: number }, /^paymentMethod: .*card number/],
    [
      "a card number of the merchant's",
      { loyalty: { card: number } },
      /^loyalty\.card: .*card number/,
    ],
    ["a name of the service", { refundOf: "pay_1" }, /^refundOf: is a name of the service/],
  ];
  for (const [name, fields, details] of cases) {
    test(name, async () => {
      const paymentId = await pay();
      const answer = await refund(paymentId, refundBody(fields));
      assertError(answer, { status: 400, code: "invalid_request", details });
      assert.ok(!JSON.stringify(answer.body).includes(number));
      assert.ok(!service.logLines.join("").includes(number));
      assert.deepEqual((await getPayment(paymentId)).refunds, []);
    });
  }
});
