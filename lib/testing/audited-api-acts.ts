import assert from "node:assert/strict";
import { grant, paymentBody, registerCardholder } from "./api-client.ts";
import type { ActTable, Stage } from "./audited-stage.ts";
import { webhookActs } from "./audited-webhook-acts.ts";
import { createPair } from "./device-keys.ts";
import { addIdentifier, endIdentifier } from "./identifiers.ts";
import { createWalletClient, replacePhone, showCode } from "./pair-phone.ts";
import { requestErasure } from "./request-erasure.ts";
import { createSealedPayment } from "./sealed-payment.ts";
import { createTestKey } from "./test-service.ts";

/** What is done with an API key. */
export const apiActs: ActTable = {
  "key_pair.generated": async ({ api }) => {
    await api.call("POST /api/v1/onboarding/generate-keys");
    return { by: "key" };
  },
  "cardholder.registered": async ({ api }) => {
    const { userId } = await registerCardholder(api);
    return { by: "key", target: userId, after: { deliveredReceipts: 0 } };
  },
  "cardholder.key_rotated": async ({ api }) => {
    const { userId } = await registerCardholder(api);
    const { keyId, publicKey } = await api.call("POST /api/v1/onboarding/generate-keys");
    await api.call("POST /api/v1/keys/rotate", { body: { userId, keyId, publicKey } });
    return { by: "key", target: userId };
  },
  "cardholder.key_added": async ({ api }) => {
    const { userId } = await registerCardholder(api);
    await addDevice(api, userId);
    return { by: "key", target: userId };
  },
  "cardholder.key_retired": async ({ api }) => {
    const { userId } = await registerCardholder(api);
    const keyId = await addDevice(api, userId);
    await api.call("DELETE /api/v1/users/{userId}/keys/{keyId}", { params: { userId, keyId } });
    return { by: "key", target: userId };
  },
  "cardholder.phone_replaced": async ({ service, api, call, cookie }) => {
    const { userId, keyId: lost } = await registerCardholder(api);
    const phone = await createPair("P-256");
    const { userCode } = await showCode(createWalletClient(service, { cookie }), phone);
    const { keyId } = phone;
    await replacePhone(call, userId, { userCode, keyId, lostKeyIds: [lost] });
    return { by: "owner", target: userId, after: { retiredKeys: 1, activeKeys: 1 } };
  },
  "cardholder.erased": async ({ service, api, key }) => {
    const holder = await registerCardholder(api);
    await createSealedPayment(api, holder);
    await requestErasure(service, holder.userId, key);
    return { by: "key", target: holder.userId, after: { erasedReceipts: 1 } };
  },
  "identifier.registered": async ({ api }) => {
    const { userId } = await registerCardholder(api);
    const { body } = await addIdentifier(api, userId, "phone");
    const { identifierId } = body.data;
    const after = { identifierId, kind: "phone", deliveredReceipts: 0 };
    return { by: "key", target: userId, after };
  },
  "identifier.ended": async ({ service, api, key }) => {
    const { userId } = await registerCardholder(api);
    const { identifierId } = (await addIdentifier(api, userId, "email")).body.data;
    await endIdentifier(service, key, userId, identifierId);
    return { by: "key", target: userId, before: { identifierId, kind: "email" } };
  },
  "receipt.claimed": async ({ api }) => {
    const { userId } = await registerCardholder(api);
    const { veroMetadata } = await api.call("POST /api/v1/payments/{gateway}/create", {
      params: { gateway: "gateway_one" },
      body: paymentBody(),
    });
    const { claimCode = "" } = veroMetadata;
    await api.call("POST /api/v1/receipts/claim", { body: { claimCode, userId } });
    return { by: "key", target: userId };
  },
  "receipt.access_granted": async ({ api }) => {
    const holder = await registerCardholder(api);
    await grant(api, holder, { consentMethod: "pin" });
    return { by: "key", target: holder.userId, after: { consent: "pin" } };
  },
  "receipt.opened": async ({ api }) => {
    const holder = await registerCardholder(api);
    const paymentId = await createSealedPayment(api, holder);
    const tokenId = await grant(api, holder);
    await api.call("POST /api/v1/payments/envelope", { body: { paymentId, tokenId } });
    return { by: "key", target: paymentId };
  },
  "payment.cancel_requested": async ({ api }) => {
    const paymentId = await pay(api);
    const params = { gateway: "gateway_one", paymentId } as const;
    await api.call("POST /api/v1/payments/{gateway}/{paymentId}/cancel", { params });
    return { by: "key", target: paymentId, before: { paymentStatus: "succeeded" } };
  },
  "payment.canceled_ahead": async ({ api }) => {
    const body = { merchantId: "bakery-7", receiptId: "r-late", transactionId: "t-late" };
    const params = { gateway: "gateway_two" } as const;
    await api.call("POST /api/v1/payments/{gateway}/cancel", { params, body });
    return { by: "key", after: { gateway: "gateway_two", ...body } };
  },
  "payment.refund_requested": async ({ api }) => {
    const paymentId = await pay(api);
    const body = {
      refundReference: "return",
      receiptId: "credit",
      transactionId: "return",
      amount: 50,
    };
    const answer = await api.post(`/payments/gateway_one/${paymentId}/refunds`, {
      body: { ...body, transactionDate: "2026-11-22T10:00:00Z", merchantName: "Bakery" },
    });
    const { refundId } = answer.body.data;
    return { by: "key", target: paymentId, after: { refundId, amount: 50, currency: "usd" } };
  },
  "request.refused": async ({ organizationId, api }) => {
    const key = await createTestKey({ organizationId, scopes: ["payments:read"] });
    const refused = await api.post("/onboarding/generate-keys", { key });
    assert.equal(refused.status, 403);
    const target = "POST /api/v1/onboarding/generate-keys";
    return { by: "other", target, after: { reason: "This API key lacks the required scope" } };
  },
  ...webhookActs,
};

async function pay(api: Stage["api"]): Promise<string> {
  const params = { gateway: "gateway_one" } as const;
  const body = paymentBody();
  const path = "POST /api/v1/payments/{gateway}/create";
  return (await api.call(path, { params, body })).paymentId;
}

async function addDevice(api: Stage["api"], userId: string): Promise<string> {
  const { keyId, publicKey } = await api.call("POST /api/v1/onboarding/generate-keys");
  const body = { keyId, publicKey };
  await api.call("POST /api/v1/users/{userId}/keys", { params: { userId }, body });
  return keyId;
}
