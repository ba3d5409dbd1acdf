import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { hashAttemptKey, type PaymentIdentity } from "./identity.ts";
import { insertIdempotencyKey } from "./store/intent.ts";
import { type Payment, selectByIdempotencyKeys } from "./store/payment.ts";

/** What was declined, and the key under which it is found once its natural key has passed on. */
export type DeclinedAttempt = { payment: Payment; attemptKeyHash: Uint8Array };

export type Duplicate =
  /** The same call again; `headerIsNew` where it brings an Idempotency-Key that it lacked before. */
  | { state: "same"; payment: Payment; headerIsNew: boolean }
  /** Another body under the natural key of a declined payment: the next card, a new attempt. */
  | { state: "declined"; attempt: DeclinedAttempt }
  /** What was in the way is gone. */
  | { state: "none" };

/** What the keys of this call lead to already. Throws `conflict` for a key that had another body. */
export async function findDuplicate(tenant: Tenant, identity: PaymentIdentity): Promise<Duplicate> {
  const { naturalKeyHash, headerKeyHash, fingerprints } = identity;
  const attempts = fingerprints.map(({ value }) => hashAttemptKey(naturalKeyHash, value));
  const headers = headerKeyHash ? [headerKeyHash] : [];
  const entries = await selectByIdempotencyKeys(tenant, [naturalKeyHash, ...attempts, ...headers]);

  const header = headerKeyHash && entries.find(({ keyHash }) => headerKeyHash.equals(keyHash));
  if (header && !hasFingerprint(identity, header.fingerprint)) throw headerReused();

  const same = entries.find(({ fingerprint }) => hasFingerprint(identity, fingerprint));
  if (same) {
    const headerIsNew = headerKeyHash !== undefined && !header;
    return { state: "same", payment: same.payment, headerIsNew };
  }

  const natural = entries.find(({ keyHash }) => naturalKeyHash.equals(keyHash));
  if (!natural) return { state: "none" };
  const { payment, fingerprint } = natural;
  if (payment.status === "pending") throw stillPending();
  if (payment.status !== "failed") throw naturalKeyReused();
  const attemptKeyHash = hashAttemptKey(naturalKeyHash, fingerprint);
  return { state: "declined", attempt: { payment, attemptKeyHash } };
}

function hasFingerprint({ fingerprints }: PaymentIdentity, fingerprint: Uint8Array): boolean {
  return fingerprints.some(({ value }) => value.equals(fingerprint));
}

/** An Idempotency-Key that first comes with a repetition belongs to this body from now on, too. */
export async function rememberHeaderKey(
  payment: Payment,
  { headerKeyHash, fingerprints }: PaymentIdentity,
): Promise<void> {
  if (headerKeyHash) await insertIdempotencyKey(payment, headerKeyHash, fingerprints[0]);
}

function headerReused(): AppError {
  return new AppError("conflict", {
    message: "This Idempotency-Key came with a different body before",
    details: "Idempotency-Key: was used for another request",
  });
}

function naturalKeyReused(): AppError {
  return new AppError("conflict", {
    message: "This payment was made before with a different body",
    details: "merchantId, receiptId, transactionId: belong to another payment already",
  });
}

/** Taken as the next attempt, it could be a second charge: the first may have gone through. */
function stillPending(): AppError {
  return new AppError("conflict", {
    message:
      "This payment is waiting for its gateway's answer to an earlier request, and may have been " +
      "made; repeat that request unchanged to learn its result",
    details:
      "merchantId, receiptId, transactionId: send another body, such as one with the next card, once the earlier one was declined",
  });
}
