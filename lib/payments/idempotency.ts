import { createHmac, type KeyObject } from "node:crypto";
import { stringify } from "safe-stable-stringify";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { sha256 } from "#lib/crypto/sha256.ts";
import type { PaymentRequest } from "#lib/receipts/contract.ts";
import type { FingerprintKeys } from "#lib/secrets/fingerprint-keys.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { RefundRequest } from "./contract-refunds.ts";
import { compareFields, markFields } from "./field-marks.ts";

type Fingerprint = { keyVersion: number; key: KeyObject; value: Buffer };

/** What a repeated call is recognized by. */
export type RequestIdentity = {
  /** Organization and environment are the rest of the natural key: they are columns of the record. */
  naturalKeyHash: Buffer;
  /** Of the body with its names in order (RFC 8785), under the current key and then under earlier ones. */
  fingerprints: [Fingerprint, ...Fingerprint[]];
  /** The bytes of the body among those. */
  canonicalBody: Uint8Array;
};

export type PaymentIdentity = RequestIdentity & {
  headerKeyHash: Buffer | undefined;
  /** Of a payment whose receipt was sealed at the till. */
  reservationKeyHash: Buffer | undefined;
};

type Identification = {
  /** The visits of the demo share a tenant, and no keys. */
  visitId?: string | undefined;
  /** The id that a reservation has set aside for the payment. */
  reservedId?: string | undefined;
  keys?: FingerprintKeys;
};

export function identifyPayment(
  gateway: GatewayName,
  request: References,
  idempotencyKey: string | undefined,
  { visitId, reservedId, keys = serviceSecrets().fingerprintKeys }: Identification = {},
): PaymentIdentity {
  const own = visitId === undefined ? [] : ["visit", visitId];
  return {
    naturalKeyHash: hashNaturalKey(gateway, request, own),
    headerKeyHash:
      idempotencyKey === undefined ? undefined : hashKey([...own, "header", idempotencyKey]),
    reservationKeyHash: reservedId === undefined ? undefined : hashKey(["reservation", reservedId]),
    ...fingerprint(gateway, request, keys),
  };
}

/** The merchant's reference is the natural key of a refund of the payment. */
export function identifyRefund(
  paymentId: string,
  request: Pick<RefundRequest, "refundReference">,
): RequestIdentity {
  return {
    naturalKeyHash: hashKey(["refund", paymentId, request.refundReference]),
    ...fingerprint(paymentId, request, serviceSecrets().fingerprintKeys),
  };
}

function fingerprint(
  place: string,
  body: unknown,
  keys: FingerprintKeys,
): Pick<RequestIdentity, "fingerprints" | "canonicalBody"> {
  const start = `[${JSON.stringify(place)},`;
  const bytes = Buffer.from(`${start}${stringify(body) ?? ""}]`);
  const fingerprints = [...keys].map(([keyVersion, key]) => ({
    keyVersion,
    key,
    value: createHmac("sha256", key).update(bytes).digest(),
  }));
  return {
    fingerprints: fingerprints as [Fingerprint, ...Fingerprint[]],
    canonicalBody: bytes.subarray(start.length, -1),
  };
}

/** See [Note: marks of fields]. */
export function marksOf({ canonicalBody, fingerprints }: RequestIdentity, paymentId: string) {
  return markFields(canonicalBody, fingerprints[0].key, paymentId);
}

type Remembered = { keyVersion: number; fieldMarks: Uint8Array | null; paymentId: string };

/** The fields that differ from the remembered body, in words; undefined where that is not known. */
export function describeChanges(
  { canonicalBody, fingerprints }: RequestIdentity,
  { keyVersion, fieldMarks, paymentId }: Remembered,
): string | undefined {
  const key = fingerprints.find((fingerprint) => fingerprint.keyVersion === keyVersion)?.key;
  if (!key || !fieldMarks) return undefined;
  const { changed, isMissingOne } = compareFields(canonicalBody, fieldMarks, key, paymentId);
  const parts = [
    ...(changed.length > 0 ? [nameFields(changed)] : []),
    ...(isMissingOne ? ["a field of the first body is missing"] : []),
  ];
  return parts.length > 0 ? parts.join("; ") : undefined;
}

const MAX_NAMED = 3;
const MAX_NAME_LENGTH = 64;

/** `items differs`, `items and taxAmount differ`, or `items, taxAmount, tipAmount, and others differ`. */
function nameFields(names: string[]): string {
  const named = names.slice(0, MAX_NAMED).map((name) => name.slice(0, MAX_NAME_LENGTH));
  const parts = names.length > MAX_NAMED ? [...named, "others"] : named;
  return `${list.format(parts)} ${parts.length === 1 ? "differs" : "differ"}`;
}

const list = new Intl.ListFormat("en");

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
