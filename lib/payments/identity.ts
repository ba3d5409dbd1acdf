import { createHmac, hash } from "node:crypto";
import { stringify } from "safe-stable-stringify";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { PaymentRequest } from "#lib/receipts/contract.ts";
import { type FingerprintKeys, serviceSecrets } from "#lib/secrets/secrets.ts";

type Fingerprint = { keyVersion: number; value: Buffer };

/** What a repeated call is recognized by. */
export type PaymentIdentity = {
  /** Organization and environment are the rest of the natural key: they are columns of the record. */
  naturalKeyHash: Buffer;
  headerKeyHash: Buffer | undefined;
  /** Of the body with its names in order (RFC 8785), under the current key and then under earlier ones. */
  fingerprints: [Fingerprint, ...Fingerprint[]];
};

export function identifyPayment(
  gateway: GatewayName,
  request: PaymentRequest,
  idempotencyKey: string | undefined,
  keys: FingerprintKeys = serviceSecrets().fingerprintKeys,
): PaymentIdentity {
  const { merchantId, receiptId, transactionId } = request;
  const body = stringify([gateway, request]);
  const fingerprints = [...keys].map(([keyVersion, key]) => ({
    keyVersion,
    value: createHmac("sha256", key).update(body).digest(),
  }));
  return {
    naturalKeyHash: hashKey(["natural", gateway, merchantId, receiptId, transactionId]),
    headerKeyHash: idempotencyKey === undefined ? undefined : hashKey(["header", idempotencyKey]),
    fingerprints: fingerprints as [Fingerprint, ...Fingerprint[]],
  };
}

/** Where a declined attempt's record goes when the natural key passes on to the next card. */
export function hashAttemptKey(naturalKeyHash: Uint8Array, fingerprint: Uint8Array): Buffer {
  return hashKey(["attempt", toHex(naturalKeyHash), toHex(fingerprint)]);
}

function hashKey(parts: string[]): Buffer {
  return hash("sha256", JSON.stringify(parts), "buffer");
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
