import assert from "node:assert/strict";
import { test } from "node:test";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import {
  createApiClient,
  grant,
  paymentBody,
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
  setUpCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { makeDue } from "#lib/testing/till.ts";

const square = setUp(startSquareStandIn);
const service = setUpTestService(() => ({ SQUARE_API_BASE: square.url }));
const issuer = setUpApi(service);
const cardholder = setUpCardholder(issuer);
const shop = setUp(async () => {
  const organizationId = await createTestOrganization();
  await connectStandIns(organizationId);
  return createApiClient(service, await createTestKey({ organizationId }));
});

/** Makes a sale in the sandbox; returns its id, and how to refund it. */
async function sell(recipientHashedPan: string) {
  const paymentId = await createSealedPayment(issuer, { hashedPan: recipientHashedPan });
  const refund = (body = refundBody()) =>
    issuer.call("POST /api/v1/payments/{gateway}/{paymentId}/refunds", {
      params: { gateway: "gateway_one", paymentId },
      body,
    });
  return { paymentId, refund };
}

async function listReceipts({ userId }: TestCardholder) {
  const params = { userId };
  return (await issuer.call("GET /api/v1/receipts/{userId}", { params })).receipts;
}

test("a credit note goes into escrow with its sale, and is handed over with it", async () => {
  const hashedPan = randomHashedPan();
  const { refund } = await sell(hashedPan);
  assert.equal((await refund()).receiptStatus, "escrowed");

  const receipts = await listReceipts(await registerCardholder(issuer, hashedPan));
  assert.deepEqual(
    receipts.map(({ kind, receiptStatus }) => [kind, receiptStatus]),
    [
      ["refund", "sealed"],
      ["sale", "sealed"],
    ],
  );
});

test("a credit note is sealed to the key that the cardholder has by then", async () => {
  const holder = await registerCardholder(issuer);
  const { paymentId, refund } = await sell(holder.hashedPan);
  const { publicKey, privateKey } = await issuer.call("POST /api/v1/onboarding/generate-keys");
  const body = { userId: holder.userId, keyId: "next", publicKey };
  await issuer.call("POST /api/v1/keys/rotate", { body });

  const { refundId } = await refund();
  const receipts = await listReceipts(holder);
  assert.deepEqual(
    receipts.map(({ kind, keyId }) => [kind, keyId]),
    [
      ["refund", "next"],
      ["sale", holder.keyId],
    ],
  );
  const tokenId = await grant(issuer, { userId: holder.userId, keyId: "next" });
  const opened = await issuer.call("POST /api/v1/payments/decrypt", {
    body: { paymentId: refundId, tokenId, privateKey },
  });
  assert.equal(openedReceipt.parse(opened).refundOf, paymentId);
});

test("a field that a till leaves empty, or sends wrongly, makes no credit note that never opens", async () => {
  const holder = await registerCardholder(issuer);
  const { paymentId, refund } = await sell(holder.hashedPan);
  const wrong = { ...refundBody(), mockItems: "no" };
  const path = `/payments/gateway_one/${paymentId}/refunds`;
  assertError(await issuer.post(path, { body: wrong }), {
    status: 400,
    code: "invalid_request",
    details: /^mockItems: /,
  });
  const empty: object = { ...refundBody(), mockItems: null };
  const { refundId } = await refund(empty as ReturnType<typeof refundBody>);
  const { userId, keyId, privateKey } = holder;
  const tokenId = await grant(issuer, { userId, keyId });
  const body = { paymentId: refundId, tokenId, privateKey };
  const opened = await issuer.call("POST /api/v1/payments/decrypt", { body });
  assert.equal(openedReceipt.parse(opened).kind, "refund");
});

test("a credit note is delivered when its refund has succeeded, and not before", async () => {
  // Square takes a refund at once, and approves it after a while.
  const { hashedPan: recipientHashedPan } = cardholder;
  const { paymentId } = await shop.call("POST /api/v1/payments/{gateway}/create", {
    params: { gateway: "gateway_two" },
    body: paymentBody({ recipientHashedPan, cardNonce: "cnon:card-nonce-ok" }),
  });
  const refund = (body: ReturnType<typeof refundBody>) =>
    shop.post(`/payments/gateway_two/${paymentId}/refunds`, { body });
  const list = async () =>
    (await listReceipts(cardholder)).map((receipt) => [receipt.paymentId, receipt.refundedAmount]);

  const part = refundBody({ amount: 1000 });
  const taken = await refund(part);
  assert.equal(taken.status, 201);
  const { refundId, refundStatus, refundedAmount, receiptStatus } = taken.body.data;
  assert.deepEqual([refundStatus, refundedAmount, receiptStatus], ["pending", 0, "sealed"]);
  assert.deepEqual(await list(), [[paymentId, 0]]);
  const { userId, keyId } = cardholder;
  const early = await issuer.post("/keys/grant-access", {
    body: { userId, keyId, paymentId: refundId },
  });
  assertError(early, { status: 404, code: "not_found" });
  const body = { paymentId: refundId, tokenId: await grant(issuer, cardholder) };
  assertError(await issuer.post("/payments/envelope", { body }), {
    status: 409,
    code: "conflict",
  });

  // What is on its way counts as gone.
  const tooMuch = await refund(refundBody({ amount: 251 }));
  assertError(tooMuch, { status: 409, code: "conflict", details: /250 of 1250 is left/ });
  const again = await refund(part);
  assert.deepEqual([again.status, again.body.data.refundId], [200, refundId]);
  const asked = square.requests.filter(({ path }) => path === "/v2/refunds");
  assert.equal(asked.length, 1, "what Square has taken it is not asked for again");

  square.setRefund(refundId, { status: "COMPLETED" });
  await makeDue();
  await finishPendingPayments();
  assert.deepEqual(await list(), [
    [refundId, 0],
    [paymentId, 1000],
  ]);
  assert.equal((await issuer.post("/payments/envelope", { body })).status, 200);
  assert.equal((await refund(part)).body.data.refundStatus, "succeeded");
});
