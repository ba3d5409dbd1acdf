import assert from "node:assert/strict";
import { test } from "node:test";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import {
  createApiClient,
  paymentBody,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const stripe = setUp(startStripeStandIn);
const service = setUpTestService(() => ({ STRIPE_API_BASE: stripe.url }));
const api = setUpApi(service);
const cardholder = setUpCardholder(api);

async function createWaiting(): Promise<string> {
  const body = paymentBody({
    recipientHashedPan: cardholder.hashedPan,
    paymentMethod: "sandbox_requires_confirmation",
  });
  const params = { gateway: "gateway_one" } as const;
  const payment = await api.call("POST /api/v1/payments/{gateway}/create", { params, body });
  assert.equal(payment.veroMetadata.paymentStatus, "requires_confirmation");
  return payment.paymentId;
}

const confirm = (paymentId: string, outcome: string) =>
  api.post(`/payments/gateway_one/${paymentId}/sandbox-confirm`, { body: { outcome } });

async function isListed(paymentId: string): Promise<boolean> {
  const { userId } = cardholder;
  const { receipts } = await api.call("GET /api/v1/receipts/{userId}", { params: { userId } });
  return receipts.some((receipt) => receipt.paymentId === paymentId);
}

test("a receipt is delivered when its payment has succeeded, and not before", async () => {
  const paymentId = await createWaiting();
  assert.equal(await isListed(paymentId), false);
  const body = { userId: cardholder.userId, keyId: cardholder.keyId };
  const { tokenId } = await api.call("POST /api/v1/keys/grant-access", { body });
  const early = { paymentId, tokenId };
  const { privateKey } = cardholder;
  for (const answer of [
    await api.post("/payments/envelope", { body: early }),
    await api.post("/payments/decrypt", { body: { ...early, privateKey } }),
  ]) {
    assertError(answer, { status: 409, code: "conflict" });
  }

  const answer = await confirm(paymentId, "succeeded");
  assert.equal(answer.status, 200);
  assert.equal(answer.body.data.status, "succeeded");
  assert.equal(await isListed(paymentId), true);
  const opened = await api.post("/payments/envelope", { body: { paymentId, tokenId } });
  assert.equal(opened.status, 200);
  assertError(await confirm(paymentId, "failed"), { status: 409, code: "conflict" });
});

test("the receipt of a payment that fails is destroyed", async () => {
  const paymentId = await createWaiting();
  const { status, veroMetadata } = (await confirm(paymentId, "failed")).body.data;
  assert.deepEqual(
    [status, veroMetadata.receiptStatus, veroMetadata.keyId],
    ["failed", "void", null],
  );
  assert.equal(await isListed(paymentId), false);
});

test("400 and 404", async () => {
  assertError(await confirm(await createWaiting(), "maybe"), {
    status: 400,
    code: "invalid_request",
    details: /^outcome: /,
  });
  const unknown = await confirm("pay_0192f0c1d2e3740080000000000000ff", "succeeded");
  assertError(unknown, { status: 404, code: "not_found" });
});

test("404 for the payment of a real provider, which the answer names", async () => {
  const organizationId = await createTestOrganization();
  await connectStandIns(organizationId);
  const merchant = createApiClient(service, await createTestKey({ organizationId }));
  const created = await merchant.post("/payments/gateway_one/create", { body: paymentBody() });
  const { paymentId, veroMetadata } = created.body.data;
  assert.equal(veroMetadata.paymentStatus, "requires_confirmation");
  const answer = await merchant.post(`/payments/gateway_one/${paymentId}/sandbox-confirm`, {
    body: { outcome: "succeeded" },
  });
  assertError(answer, { status: 404, code: "not_found", details: new RegExp(paymentId) });
  assert.equal(answer.headers.get("x-payment-id"), paymentId);
});
