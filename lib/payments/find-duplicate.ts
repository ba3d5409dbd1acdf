import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { naming } from "./claim.ts";
import {
  describeChanges,
  hashAttemptKey,
  marksOf,
  type PaymentIdentity,
  sharesFingerprint,
} from "./idempotency.ts";
import { wasMalformed } from "./record-outcome.ts";
import { type IdempotencyEntry, selectByIdempotencyKeys } from "./store/by-idempotency-key.ts";
import { readCanceledPayment } from "./store/canceled-key.ts";
import { insertIdempotencyKey } from "./store/intent.ts";
import type { Payment } from "./store/payment.ts";

/** A key of an attempt that failed, and what becomes of it when the next attempt takes the key. */
export type FailedAttempt = { payment: Payment; keyHash: Uint8Array; attemptKeyHash: Uint8Array };

export type Duplicate =
  /** The same call again. */
  | { state: "same"; payment: Payment }
  /** Another body under the keys of attempts that failed or were canceled: a new attempt. */
  | { state: "failed"; attempts: FailedAttempt[] }
  /** Another body came with the same reservation, and has a payment. */
  | { state: "reserved"; payment: Payment }
  /** What was in the way is gone. */
  | { state: "none" };

/**
 * The first two bytes of a key are its place, where the next four stay until another key takes it. A fixed
 * table, so that no payment leaves garbage.
 */
const recentKeys = new Uint32Array(1 << 16);

/** Whether this process had the natural key lately; from now on it has. A guess: only the database knows. */
export function hadKeyBefore({ naturalKeyHash }: PaymentIdentity): boolean {
  const place = naturalKeyHash.readUInt16LE(0);
  const key = naturalKeyHash.readUInt32LE(2);
  const hadIt = recentKeys[place] === key;
  recentKeys[place] = key;
  return hadIt;
}

/**
 * What the keys of this call lead to already. An Idempotency-Key that first comes with a repetition belongs to its
 * body from now on, too. Throws `conflict` for a key of another request.
 */
export async function findDuplicate(tenant: Tenant, identity: PaymentIdentity): Promise<Duplicate> {
  const { naturalKeyHash, headerKeyHash, reservationKeyHash, fingerprints } = identity;
  const attemptKeys = fingerprints.map(({ value }) => hashAttemptKey(naturalKeyHash, value));
  const others = [headerKeyHash, reservationKeyHash].filter((hash) => hash !== undefined);
  const records = await selectByIdempotencyKeys(tenant, [
    naturalKeyHash,
    ...attemptKeys,
    ...others,
  ]);
  const canceled = records.find(({ payment }) => payment === undefined);
  if (canceled) throw keyCanceled(canceled);
  const entries = records.flatMap(({ payment, ...record }) =>
    payment ? [{ ...record, payment }] : [],
  );

  const header = headerKeyHash && entries.find(({ keyHash }) => headerKeyHash.equals(keyHash));
  const isOtherHeader = header && !sharesFingerprint(identity, header.fingerprint);
  // What a provider finds malformed occupies the key no more than what the service itself refuses.
  if (isOtherHeader && !wasMalformed(header.payment)) throw headerReused(header, identity);

  const same = entries.find(({ fingerprint }) => sharesFingerprint(identity, fingerprint));
  if (same) {
    const { payment } = same;
    const newHeader = header ? undefined : headerKeyHash;
    if (newHeader) {
      await naming(payment, () =>
        insertIdempotencyKey(payment, newHeader, fingerprints[0], marksOf(identity, payment.id)),
      );
    }
    return { state: "same", payment };
  }

  const natural = entries.find(({ keyHash }) => naturalKeyHash.equals(keyHash));
  if (natural?.payment.status === "pending") throw stillPending(natural, identity);
  if (natural && !hasEndedUnpaid(natural.payment)) throw naturalKeyReused(natural, identity);

  const reserved = entries.find(({ keyHash }) => reservationKeyHash?.equals(keyHash));
  if (reserved) return { state: "reserved", payment: reserved.payment };

  const failed = [natural, header].filter((entry) => entry !== undefined);
  if (failed.length === 0) return { state: "none" };
  const attempts = failed.map(({ payment, keyHash, fingerprint }) => {
    return { payment, keyHash, attemptKeyHash: hashAttemptKey(keyHash, fingerprint) };
  });
  return { state: "failed", attempts };
}

/** Nothing was charged, and nothing will be: the natural key is free for the next attempt. */
function hasEndedUnpaid({ status }: Payment): boolean {
  return status === "failed" || status === "canceled";
}

/** Whatever the body is: it may be that of a next card, which was on its way as well. */
function keyCanceled({ fingerprint }: Pick<IdempotencyEntry, "fingerprint">): AppError {
  return new AppError("conflict", {
    message: "These references were canceled, and nothing is charged for this request",
    details:
      "to take the payment after all, send another transactionId, and another Idempotency-Key if any",
    paymentId: readCanceledPayment(fingerprint),
  });
}

type Entry = IdempotencyEntry & { payment: Payment };

function headerReused(entry: Entry, identity: PaymentIdentity): AppError {
  return new AppError("conflict", {
    message: "This Idempotency-Key belongs to another request",
    details: explain(
      "Idempotency-Key: came with another body or to another gateway before",
      entry,
      identity,
    ),
    paymentId: entry.payment.id,
  });
}

function naturalKeyReused(entry: Entry, identity: PaymentIdentity): AppError {
  return new AppError("conflict", {
    message: "This payment was made before with a different body",
    details: explain(
      "merchantId, receiptId, transactionId: belong to another payment already",
      entry,
      identity,
    ),
    paymentId: entry.payment.id,
  });
}

/** With the fields that differ, as far as that is known. */
function explain(
  details: string,
  { payment, ...record }: Entry,
  identity: PaymentIdentity,
): string {
  const changes = describeChanges(identity, { ...record, paymentId: payment.id });
  return [details, ...(changes === undefined ? [] : [changes])].join("; ");
}

/** Taken as the next attempt, it could be a second charge: the first may have gone through. */
function stillPending(entry: Entry, identity: PaymentIdentity): AppError {
  return new AppError("conflict", {
    message:
      "This payment is waiting for its gateway's answer to an earlier request, and may have been " +
      "made; repeat that request unchanged to learn its result",
    details: explain(
      "merchantId, receiptId, transactionId: send another body, such as one with the next card, once the earlier one was declined or canceled",
      entry,
      identity,
    ),
    paymentId: entry.payment.id,
  });
}
