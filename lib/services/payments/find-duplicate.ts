import type { Caller } from "#lib/auth/caller.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { findByIdempotencyKeys, type Payment } from "#lib/storage/payments.ts";
import { attemptKeyHash, hasFingerprint, type PaymentIdentity } from "./payment-identity.ts";

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
  const entries = await findByIdempotencyKeys(caller, [
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
