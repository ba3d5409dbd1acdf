import { batched } from "#lib/core/batched.ts";
import { AppError } from "#lib/core/errors.ts";
import { findRecipient, lockCards } from "#lib/recipients/find-recipient.ts";
import { indexRecipient, type SentIdentifiers } from "#lib/recipients/identifier.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { inTransaction, isRefused } from "#lib/storage/transaction.ts";
import { named, naming } from "./claim.ts";
import { type FailedAttempt, findDuplicate, hadKeyBefore } from "./find-duplicate.ts";
import { type PaymentDraft, sealIntent } from "./seal.ts";
import { closeFailed } from "./settle.ts";
import {
  insertIntent,
  insertIntents,
  intentWrites,
  isNotInserted,
  type NewPayment,
  updateKey,
} from "./store/intent.ts";
import type { Payment } from "./store/payment.ts";

/** A payment that has a row; one that is new is claimed for this call. */
export type BegunPayment = { isNew: boolean; payment: Payment };

/** All that is settled about a payment before it is looked up or stored. */
export type Beginning = PaymentDraft & {
  /** Why no payment can begin now; a repetition of one that did is still answered. */
  obstacle: AppError | undefined;
};

/**
 * Finds the recipient, seals, and stores the payment, unless its keys lead to one already: that is looked up
 * first where this process had the keys before, since a repetition then costs a read instead of a sealing.
 */
export async function beginPayment(draft: Beginning): Promise<BegunPayment> {
  const { caller, request, identity } = draft;
  const identifiers = indexRecipient(serviceSecrets().cardIndexer, request);
  let { obstacle } = draft;
  let failed: FailedAttempt[] = [];
  for (let isLikelyNew = !obstacle && !hadKeyBefore(identity); ; isLikelyNew = true) {
    if (isLikelyNew) {
      const begun = await tryToBegin(draft, identifiers, failed);
      if (begun && !(begun instanceof AppError)) return { isNew: true, payment: begun };
      obstacle = begun;
    }
    const duplicate = await findDuplicate(caller, identity);
    if (duplicate.state === "same") return { isNew: false, payment: duplicate.payment };
    if (obstacle) throw obstacle;
    if (duplicate.state === "reserved" && isLikelyNew) throw reservationUsed(duplicate.payment);
    // The next round takes the place of an attempt that failed, or seals to the cardholder who is new.
    failed = duplicate.state === "failed" ? duplicate.attempts : [];
    for (const { payment } of failed) await naming(payment, () => closeFailed(payment));
  }
}

/** The stored payment, why it cannot begin, or undefined as saveIntent. */
async function tryToBegin(
  draft: Beginning,
  identifiers: SentIdentifiers,
  failed: readonly FailedAttempt[],
): Promise<Payment | AppError | undefined> {
  const { environment } = draft.caller;
  const recipient = await findRecipient({ environment, identifiers });
  const intent = await sealIntent(draft, identifiers, recipient).catch(toObstacle);
  return intent instanceof AppError ? intent : await saveIntent(intent, failed);
}

function toObstacle(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/** Its id is taken, and a second payment needs one of its own. */
function reservationUsed({ id }: Payment): AppError {
  return new AppError("conflict", {
    message: "Another payment was created with this reservation",
    details: "reservation: call prepare for a new one, and seal the receipt again",
    paymentId: id,
  });
}

/**
 * Stores payment and sealed receipt before anything is charged, under the keys of failed attempts if given.
 * Undefined where a payment has one of the keys already, or one of its identifiers was registered while
 * its receipt was sealed to the escrow.
 */
export async function saveIntent(
  intent: NewPayment,
  failed: readonly FailedAttempt[],
): Promise<Payment | undefined> {
  try {
    return await insert(intent, failed);
  } catch (error) {
    if (isNotInserted(error)) return undefined;
    // Stored perhaps, although the database's answer is lost.
    throw named(intent, error);
  }
}

async function insert(intent: NewPayment, failed: readonly FailedAttempt[]): Promise<Payment> {
  if (failed.length > 0) return await insertNextAttempt(intent, failed);
  return await (intent.escrowIndexes ? insertEscrowed(intent) : insertIntent(intent));
}

/**
 * With their identifiers locked, which cannot be registered until the transaction ends: a receipt must not go into
 * escrow once what was there has been handed over for one of them.
 */
const insertEscrowed = batched(
  (intents: readonly NewPayment[]) =>
    inTransaction(async (transaction) => {
      const indexes = intents.flatMap(({ escrowIndexes }) => escrowIndexes ?? []);
      const [, inserted] = await Promise.all([
        lockCards(transaction, "shared", indexes),
        insertIntents(intents, transaction),
      ]);
      return inserted;
    }),
  isRefused,
  intentWrites,
);

async function insertNextAttempt(
  intent: NewPayment,
  failed: readonly FailedAttempt[],
): Promise<Payment> {
  return await inTransaction(async (transaction) => {
    if (intent.escrowIndexes) await lockCards(transaction, "shared", intent.escrowIndexes);
    for (const attempt of failed) await updateKey(intent, attempt, transaction);
    // If another attempt was faster, the insert fails on its unique key.
    const [inserted] = await insertIntents([intent], transaction);
    if (!inserted || inserted instanceof Error) throw inserted;
    return inserted;
  });
}
