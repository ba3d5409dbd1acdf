import { createHmac } from "node:crypto";
import { stringify } from "safe-stable-stringify";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { sha256 } from "#lib/crypto/sha256.ts";
import type { PaymentRequest } from "#lib/receipts/contract.ts";
import type { FingerprintKeys } from "#lib/secrets/fingerprint-keys.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { RefundRequest } from "./contract-refunds.ts";

type Fingerprint = { keyVersion: number; value: Buffer };

/** What a repeated call is recognized by. */
export type RequestIdentity = {
  /** Organization and environment are the rest of the natural key: they are columns of the record. */
  naturalKeyHash: Buffer;
  /** Of the body with its names in order (RFC 8785), under the current key and then under earlier ones. */
  fingerprints: [Fingerprint, ...Fingerprint[]];
};

export type PaymentIdentity = RequestIdentity & { headerKeyHash: Buffer | undefined };

type Identification = {
  /** The visits of the demo share a tenant, and no keys. */
  visitId?: string | undefined;
  keys?: FingerprintKeys;
};

export function identifyPayment(
  gateway: GatewayName,
  request: PaymentRequest,
  idempotencyKey: string | undefined,
  { visitId, keys = serviceSecrets().fingerprintKeys }: Identification = {},
): PaymentIdentity {
  const own = visitId === undefined ? [] : ["visit", visitId];
  return {
    naturalKeyHash: hashNaturalKey(gateway, request, own),
    headerKeyHash:
      idempotencyKey === undefined ? undefined : hashKey([...own, "header", idempotencyKey]),
    fingerprints: fingerprint([gateway, request], keys),
  };
}

/** The merchant's reference is the natural key of a refund of the payment. */
export function identifyRefund(paymentId: string, request: RefundRequest): RequestIdentity {
  return {
    naturalKeyHash: hashKey(["refund", paymentId, request.refundReference]),
    fingerprints: fingerprint([paymentId, request], serviceSecrets().fingerprintKeys),
  };
}

function fingerprint(body: unknown, keys: FingerprintKeys): [Fingerprint, ...Fingerprint[]] {
  const text = stringify(body) ?? "";
  const fingerprints = [...keys].map(([keyVersion, key]) => ({
    keyVersion,
    value: createHmac("sha256", key).update(text).digest(),
  }));
  return fingerprints as [Fingerprint, ...Fingerprint[]];
}

/** Whether the remembered body is the one of this call. */
export function sharesFingerprint(
  { fingerprints }: RequestIdentity,
  remembered: Uint8Array,
): boolean {
  return fingerprints.some(({ value }) => value.equals(remembered));
}

type References = Pick<PaymentRequest, "merchantId" | "receiptId" | "transactionId">;

/** Of an organization, unless it is a visit's `own`. */
export function hashNaturalKey(
  gateway: GatewayName,
  { merchantId, receiptId, transactionId }: References,
  own: string[] = [],
): Buffer {
  return hashKey([...own, "natural", gateway, merchantId, receiptId, transactionId]);
}

/** Of an organization, not of a visit. */
export function hashHeaderKey(idempotencyKey: string): Buffer {
  return hashKey(["header", idempotencyKey]);
}

/** Where a declined attempt's record goes when the natural key passes on to the next card. */
export function hashAttemptKey(naturalKeyHash: Uint8Array, fingerprint: Uint8Array): Buffer {
  return hashKey(["attempt", toHex(naturalKeyHash), toHex(fingerprint)]);
}

function hashKey(parts: string[]): Buffer {
  return sha256(JSON.stringify(parts));
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
