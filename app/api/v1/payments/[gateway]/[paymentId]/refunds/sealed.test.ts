import assert from "node:assert/strict";
import { afterEach, describe, mock, test } from "node:test";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { holdEscrow } from "#lib/testing/hold-escrow.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { prepareSealedRefund, sealRefund } from "#lib/testing/sealed-refund.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { makeDue } from "#lib/testing/till.ts";
import { passTime } from "#lib/testing/wall-clock.ts";

const square = setUp(startSquareStandIn);
const service = setUpTestService(() => ({ SQUARE_API_BASE: square.url }));
const api = setUpApi(service);
const shop = setUpApi(service);
setUp(() => connectStandIns(shop.organizationId));
afterEach(() => mock.timers.reset());

const MINUTE_MS = 60_000;

const refund = (paymentId: string, body: unknown, gateway = "gateway_one") =>
  api.post(`/payments/${gateway}/${paymentId}/refunds`, { body });

async function listReceipts({ userId }: TestCardholder) {
  return (await api.call("GET /api/v1/receipts/{userId}", { params: { userId } })).receipts;
}

/** As the wallet opens it, with this private key. */
async function open({ userId, keyId, privateKey }: TestCardholder, paymentId: string) {
  const tokenId = await grant(api, { userId, keyId });
  const sealed = await api.call("POST /api/v1/payments/envelope", { body: { paymentId, tokenId } });
  return await openReceipt({ sealed, paymentId, privateKey: await importPrivateKey(privateKey) });
}

async function refundedAmount(paymentId: string) {
  const params = { gateway: "gateway_one", paymentId } as const;
  const path = "GET /api/v1/payments/{gateway}/{paymentId}";
  return (await api.call(path, { params })).refundedAmount;
}

test("201: a part comes back, and the credit note opens as the till has sealed it", async () => {
  const holder = await registerCardholder(api);
  const paymentId = await createSealedPayment(api, holder);
  const { body, reservation } = await prepareSealedRefund(api, paymentId, { amount: 400 });
  assert.equal(reservation.keyKind, "cardholder");
  const { status, body: answer, headers } = await refund(paymentId, body);
  assert.equal(status, 201, JSON.stringify(answer));
  assert.equal(headers.get("x-payment-id"), paymentId);
  const { createdAt, match, ...rest } = answer.data;
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < MINUTE_MS);
  assert.match(match.acquirerReferenceNumber, /^\d{23}$/);
  assert.deepEqual(rest, {
    refundId: reservation.paymentId,
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

  const [note] = await listReceipts(holder);
  const { kind, refundOf, amount, receiptId, sealedAt, keyKind } = note ?? assert.fail();
  assert.deepEqual(
    { kind, refundOf, amount, receiptId, sealedAt, keyKind },
    {
      ...{ kind: "refund", refundOf: paymentId, amount: 400, receiptId: body.receiptId },
      ...{ sealedAt: "till", keyKind: "cardholder" },
    },
  );
  const opened = await open(holder, reservation.paymentId);
  assert.deepEqual(
    [opened.merchantName, opened.kind, opened.refundOf, opened.paymentId, opened.sealedAt],
    ["Corner Bakery", "refund", paymentId, reservation.paymentId, "till"],
  );
});

test("a credit note is delivered when its refund has succeeded, and not before", async () => {
  const holder = await registerCardholder(api);
  const { paymentId } = await shop.call("POST /api/v1/payments/{gateway}/create", {
    params: { gateway: "gateway_two" },
    body: paymentBody({
      recipientHashedPan: holder.hashedPan,
      cardNonce: "cnon:card-nonce-ok",
    }),
  });
  const gateway = "gateway_two";
  const { body, reservation } = await prepareSealedRefund(shop, paymentId, { gateway });
  const taken = await shop.post(`/payments/gateway_two/${paymentId}/refunds`, { body });
  assert.deepEqual([taken.status, taken.body.data.refundStatus], [201, "pending"]);
  assert.equal((await listReceipts(holder)).length, 1);

  square.setRefund(reservation.paymentId, { status: "COMPLETED" });
  await makeDue();
  await finishPendingPayments();
  assert.equal((await listReceipts(holder)).length, 2);
  assert.equal((await open(holder, reservation.paymentId)).kind, "refund");
});

describe("what has changed since the reservation", () => {
  test("a rotated key: the credit note comes under the key that it was sealed to", async () => {
    const holder = await registerCardholder(api);
    const paymentId = await createSealedPayment(api, holder);
    const { body, reservation } = await prepareSealedRefund(api, paymentId);
    const { publicKey } = await api.call("POST /api/v1/onboarding/generate-keys");
    await api.call("POST /api/v1/keys/rotate", {
      body: { userId: holder.userId, keyId: "next", publicKey },
    });
    assert.equal((await refund(paymentId, body)).status, 201);
    const [note] = await listReceipts(holder);
    assert.deepEqual([note?.kind, note?.keyId], ["refund", holder.keyId]);
    assert.equal((await open(holder, reservation.paymentId)).kind, "refund");
  });

  test("nothing, in escrow: the credit note is handed over with its sale", async () => {
    const hashedPan = randomHashedPan();
    const paymentId = await createSealedPayment(api, { hashedPan });
    const { body, reservation } = await prepareSealedRefund(api, paymentId);
    assert.equal(reservation.keyKind, "escrow");
    passTime(6 * 24 * 60 * MINUTE_MS);
    const { status, body: answer } = await refund(paymentId, body);
    assert.deepEqual([status, answer.data?.receiptStatus], [201, "escrowed"]);
    mock.timers.reset();

    const holder = await registerCardholder(api, hashedPan);
    const [note] = await listReceipts(holder);
    assert.deepEqual([note?.kind, note?.sealedAt, note?.keyKind], ["refund", "till", "escrow"]);
    assert.equal((await open(holder, reservation.paymentId)).refundOf, paymentId);
  });

  test("the card's registration: rewrapped, and no refund waits for the key service", async () => {
    const hashedPan = randomHashedPan();
    const paymentId = await createSealedPayment(api, { hashedPan });
    const { body, reservation } = await prepareSealedRefund(api, paymentId, { amount: 400 });
    const holder = await registerCardholder(api, hashedPan);
    using escrow = holdEscrow();
    const answer = refund(paymentId, body);
    const rewrap = await escrow.next();
    assert.equal((await refund(paymentId, refundBody({ amount: 250 }))).status, 201);
    rewrap.answer();
    assert.equal((await answer).status, 201);
    assert.equal(await refundedAmount(paymentId), 650);
    const opened = await open(holder, reservation.paymentId);
    assert.deepEqual([opened.kind, opened.amount], ["refund", 400]);
  });

  test("the card's registration while the refund is on its way", async () => {
    const hashedPan = randomHashedPan();
    const paymentId = await createSealedPayment(api, { hashedPan });
    const { body, reservation } = await prepareSealedRefund(api, paymentId);
    const [holder] = await Promise.all([
      registerCardholder(api, hashedPan),
      refund(paymentId, body).then(({ status }) => assert.equal(status, 201)),
    ]);
    assert.equal((await open(holder, reservation.paymentId)).kind, "refund");
  });

  test("the receipt's erasure: 409, and a refund without a credit note is made", async () => {
    const holder = await registerCardholder(api);
    const paymentId = await createSealedPayment(api, holder);
    const { body } = await prepareSealedRefund(api, paymentId);
    await api.call("DELETE /api/v1/users/{userId}", { params: { userId: holder.userId } });
    const gone = {
      status: 409,
      code: "conflict",
      details: /refund the payment without a credit note/,
    } as const;
    assertError(await refund(paymentId, body), gone);
    const again = { body: { refundOf: paymentId } };
    assertError(await api.post("/payments/gateway_one/prepare", again), gone);
    const { status, body: answer } = await refund(paymentId, refundBody());
    assert.deepEqual([status, answer.data?.receiptStatus], [201, "void"]);
  });

  test("the time: 400 after ten minutes, while a repetition is still answered", async () => {
    const holder = await registerCardholder(api);
    const paymentId = await createSealedPayment(api, holder);
    const { body } = await prepareSealedRefund(api, paymentId, { amount: 400 });
    const late = await prepareSealedRefund(api, paymentId, { amount: 100 });
    assert.equal((await refund(paymentId, body)).status, 201);
    passTime(11 * MINUTE_MS);
    const repeated = await refund(paymentId, body);
    assert.deepEqual([repeated.status, repeated.headers.get("idempotent-replayed")], [200, "true"]);
    assertError(await refund(paymentId, late.body), {
      status: 400,
      code: "invalid_request",
      details: /^reservation: has expired/,
    });
    assert.equal(await refundedAmount(paymentId), 400);
  });
});

describe("409", () => {
  test("more than is left, and nothing is refunded", async () => {
    const paymentId = await createSealedPayment(api, await registerCardholder(api));
    const { body } = await prepareSealedRefund(api, paymentId, { amount: 1251 });
    assertError(await refund(paymentId, body), {
      status: 409,
      code: "conflict",
      details: /1250 of 1250 is left/,
    });
    assert.equal(await refundedAmount(paymentId), 0);
  });

  test("the reference with another body names the fields that differ", async () => {
    const paymentId = await createSealedPayment(api, await registerCardholder(api));
    const { body } = await prepareSealedRefund(api, paymentId, { amount: 400 });
    assert.equal((await refund(paymentId, body)).status, 201);
    const changed = await refund(paymentId, { ...body, amount: 401 });
    const details = /^refundReference: belongs to another refund.*; amount differs/;
    assertError(changed, { status: 409, code: "conflict", details });
    const { refundReference } = body;
    const plain = await refund(paymentId, refundBody({ refundReference, amount: 400 }));
    assertError(plain, { status: 409, code: "conflict", details: /^refundReference: / });
  });

  test("one reservation for two refunds", async () => {
    const paymentId = await createSealedPayment(api, await registerCardholder(api));
    const { body } = await prepareSealedRefund(api, paymentId, { amount: 400 });
    const other = { ...body, refundReference: "another" };
    const answers = await Promise.all([refund(paymentId, body), refund(paymentId, other)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
    const second = answers.find(({ status }) => status === 409) ?? assert.fail();
    assertError(second, { status: 409, code: "conflict", details: /^reservation: / });
    assert.equal(await refundedAmount(paymentId), 400);
  });
});

test("twelve at once never give back more than was paid", async () => {
  const paymentId = await createSealedPayment(api, await registerCardholder(api));
  const { reservations } = await api.call("POST /api/v1/payments/{gateway}/prepare", {
    params: { gateway: "gateway_one" },
    body: { refundOf: paymentId, count: 12 },
  });
  const bodies = await Promise.all(
    reservations.map((reservation) => sealRefund(reservation, paymentId, { amount: 500 })),
  );
  const answers = await Promise.all(bodies.map((body) => refund(paymentId, body)));
  assert.equal(answers.filter(({ status }) => status === 201).length, 2);
  assert.equal(answers.filter(({ status }) => status === 409).length, 10);
  assert.equal(await refundedAmount(paymentId), 1000);
});

describe("400: invalid_request, and nothing is refunded", () => {
  test("a reservation of another sale, of another cardholder's, or of a payment", async () => {
    const [holder, other] = [await registerCardholder(api), await registerCardholder(api)];
    const paymentId = await createSealedPayment(api, holder);
    const details = /^reservation: .*call prepare for a new one/;
    for (const sale of [
      await createSealedPayment(api, holder),
      await createSealedPayment(api, other),
    ]) {
      const { body } = await prepareSealedRefund(api, sale);
      const answer = await refund(paymentId, body);
      assertError(answer, { status: 400, code: "invalid_request", details });
    }
    const recipient = { recipientHashedPan: holder.hashedPan };
    const payment = await prepareSealed(api, { recipient });
    const body = await sealRefund(payment.reservation, paymentId);
    const answer = await refund(paymentId, body);
    assertError(answer, { status: 400, code: "invalid_request", details });
    assert.equal(await refundedAmount(paymentId), 0);

    // And the other way around.
    const { reservation } = await prepareSealedRefund(api, paymentId);
    const { refundReference: _reference, ...sealed } = await sealRefund(reservation, paymentId);
    const created = await api.post("/payments/gateway_one/create", {
      body: { merchantId: "merchant-1", ...sealed, ...recipient },
    });
    assertError(created, { status: 400, code: "invalid_request", details });
  });

  const cases: [name: string, fields: Record<string, unknown>, details: RegExp][] = [
    ["no amount", { amount: undefined }, /^amount: /],
    ["no reservation", { reservation: undefined }, /^reservation: /],
    ["another currency", { currency: "eur" }, /^currency: must be that of the payment/],
    ["a field of the credit note", { merchantName: "Bakery" }, /^merchantName: must be inside/],
    ["a card", { recipientHashedPan: "0".repeat(64) }, /^recipientHashedPan: /],
  ];
  for (const [name, fields, details] of cases) {
    test(name, async () => {
      const paymentId = await createSealedPayment(api, await registerCardholder(api));
      const { body } = await prepareSealedRefund(api, paymentId);
      const answer = await refund(paymentId, { ...body, ...fields });
      assertError(answer, { status: 400, code: "invalid_request", details });
      assert.equal(await refundedAmount(paymentId), 0);
    });
  }
});
