import { createHmac, hash } from "node:crypto";
import { stringify } from "safe-stable-stringify";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { PaymentRequest } from "#lib/receipts/contract.ts";
import type { FingerprintKeys } from "#lib/secrets/secrets.ts";
import { type Payment, selectByIdempotencyKeys } from "./store/payment.ts";

type Fingerprint = { keyVersion: number; value: Buffer };

/** What a repeated call is recognized by. */
export type PaymentIdentity = {
  /** Organization and environment are the rest of the natural key: they are columns of the record. */
  naturalKeyHash: Buffer;
  headerKeyHash: Buffer | undefined;
  /** Of the body with its names in order (RFC 8785), under the current key and then under those of before. */
  fingerprints: [Fingerprint, ...Fingerprint[]];
};

export function identifyPayment(
  gateway: GatewayName,
  request: PaymentRequest,
  idempotencyKey: string | undefined,
  keys: FingerprintKeys,
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
export function attemptKeyHash(naturalKeyHash: Uint8Array, fingerprint: Uint8Array): Buffer {
  return hashKey(["attempt", toHex(naturalKeyHash), toHex(fingerprint)]);
}

function hasFingerprint(identity: PaymentIdentity, fingerprint: Uint8Array): boolean {
  return identity.fingerprints.some((mine) => mine.value.equals(fingerprint));
}

function hashKey(parts: string[]): Buffer {
  return hash("sha256", JSON.stringify(parts), "buffer");
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

export type Duplicate =
  /** The same call again; `headerIsNew` where it brings an Idempotency-Key that it lacked before. */
  | { state: "same"; payment: Payment; headerIsNew: boolean }
  /** Another body under the natural key of a declined payment: the next card, a new attempt. */
  | { state: "declined"; payment: Payment; fingerprint: Uint8Array }
  /** What was in the way is gone. */
  | { state: "none" };

/** What stands under the keys of this call already. Throws `conflict` for a reused key. */
export async function findDuplicate(caller: Caller, identity: PaymentIdentity): Promise<Duplicate> {
  const { naturalKeyHash, headerKeyHash, fingerprints } = identity;
  const attempts = fingerprints.map((fingerprint) =>
    attemptKeyHash(naturalKeyHash, fingerprint.value),
  );
  const entries = await selectByIdempotencyKeys(caller, [
    naturalKeyHash,
    ...attempts,
    ...(headerKeyHash ? [headerKeyHash] : []),
  ]);
  const header = headerKeyHash && entries.find((entry) => headerKeyHash.equals(entry.keyHash));
  if (header && !hasFingerprint(identity, header.fingerprint)) {
    throw new AppError("conflict", {
      message: "This Idempotency-Key came with a different body before",
      details: "Idempotency-Key: was used for another request",
    });
  }

  const same = entries.find((entry) => hasFingerprint(identity, entry.fingerprint));
  if (same) {
    return {
      state: "same",
      payment: same.payment,
      headerIsNew: headerKeyHash !== undefined && !header,
    };
  }

  const natural = entries.find((entry) => naturalKeyHash.equals(entry.keyHash));
  if (!natural) return { state: "none" };
  if (natural.payment.status === "pending") throw stillPending();
  if (natural.payment.status !== "failed") {
    throw new AppError("conflict", {
      message: "This payment was made before with a different body",
      details: "merchantId, receiptId, transactionId: belong to another payment already",
    });
  }
  return { state: "declined", payment: natural.payment, fingerprint: natural.fingerprint };
}

/** Taken as the next attempt, it could be the second charge: the first may have been made. */
function stillPending(): AppError {
  return new AppError("conflict", {
    message:
      "This payment waits for its gateway's answer to an earlier request, and may have been made; " +
      "repeat that request unchanged to learn its result",
    details:
      "merchantId, receiptId, transactionId: take another body, such as the next card, once the earlier one was declined",
  });
}
