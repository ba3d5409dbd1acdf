import { randomBytes, randomUUID } from "node:crypto";
import { type APIRequestContext, expect } from "@playwright/test";
import { generateKeyPair, type KeyPairPem } from "#lib/crypto/rsa-keys.ts";

type Cardholder = { userId: string; hashedPan: string; key: KeyPairPem };

/** The public API as a service of the organization calls it, in the development environment. */
export type IssuerApi = {
  register: () => Promise<Cardholder>;
  /** A payment with the card, sealed to whoever registered it; its id. */
  pay: (hashedPan: string) => Promise<string>;
  /** Gives back four of the currency; the refund's id. */
  refund: (paymentId: string) => Promise<string>;
  readReceiptStatus: (paymentId: string) => Promise<string>;
  /** Grants access after a PIN, and lets the service open the receipt. */
  open: (cardholder: Cardholder, paymentId: string) => Promise<void>;
};

/** `request` is signed in for a platform, whose sessions may do what issuers and merchants do. */
export function callAsIssuer(request: APIRequestContext, origin: string): IssuerApi {
  const headers = { Origin: origin, "X-Environment": "development" };
  async function call(method: "GET" | "POST", path: string, body?: object) {
    const response = await request.fetch(`${origin}/api/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { data: body }),
    });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return (await response.json()).data;
  }
  return {
    async register() {
      const hashedPan = randomBytes(32).toString("hex");
      const key = await generateKeyPair();
      const { publicKey, keyId } = key;
      const { userId } = await call("POST", "/onboarding/register", {
        hashedPan,
        publicKey,
        keyId,
      });
      return { userId, hashedPan, key };
    },
    async pay(hashedPan) {
      const { paymentId } = await call("POST", "/payments/gateway_one/create", {
        receiptId: randomUUID(),
        merchantId: "m_corner",
        merchantName: "Corner Bakery",
        transactionId: randomUUID(),
        transactionDate: "2026-11-20T09:30:00+01:00",
        currency: "eur",
        amount: 1290,
        recipientHashedPan: hashedPan,
      });
      return paymentId;
    },
    async refund(paymentId) {
      const { refundId } = await call("POST", `/payments/gateway_one/${paymentId}/refunds`, {
        refundReference: randomUUID(),
        receiptId: randomUUID(),
        transactionId: randomUUID(),
        transactionDate: "2026-11-21T09:30:00+01:00",
        merchantName: "Corner Bakery",
        amount: 400,
      });
      return refundId;
    },
    async readReceiptStatus(paymentId) {
      const { veroMetadata } = await call("GET", `/payments/gateway_one/${paymentId}`);
      return veroMetadata.receiptStatus;
    },
    async open({ userId, key: { keyId, privateKey } }, paymentId) {
      const consent = { userId, keyId, paymentId, consentMethod: "pin" };
      const { tokenId } = await call("POST", "/keys/grant-access", consent);
      await call("POST", "/payments/decrypt", { paymentId, tokenId, privateKey });
    },
  };
}
