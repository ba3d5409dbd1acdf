import { lockCards } from "#lib/cards/find-recipient.ts";
import { batched } from "#lib/core/batched.ts";
import { inTransaction, isRefused } from "#lib/storage/transaction.ts";
import type { FailedAttempt } from "./find-duplicate.ts";
import {
  insertIntent,
  insertIntents,
  intentWrites,
  isNotInserted,
  type NewPayment,
  updateKey,
} from "./store/intent.ts";
import type { Payment } from "./store/payment.ts";

/**
 * Stores payment and sealed receipt before anything is charged, under the keys of failed attempts if given.
 * Undefined where a payment has one of the keys already, or the card was registered while its receipt was
 * sealed to the escrow.
 */
export async function saveIntent(
  intent: NewPayment,
  failed: readonly FailedAttempt[],
): Promise<Payment | undefined> {
  try {
    await insert(intent, failed);
    return toPayment(intent);
  } catch (error) {
    if (isNotInserted(error)) return undefined;
    throw error;
  }
}

async function insert(intent: NewPayment, failed: readonly FailedAttempt[]): Promise<void> {
  if (failed.length > 0) return await insertNextAttempt(intent, failed);
  await (intent.escrowCard ? insertEscrowed(intent) : insertIntent(intent));
}

/**
 * With their cards locked, which nobody can register until the transaction ends: a receipt must not go into
 * escrow once its card has been handed over what was there.
 */
const insertEscrowed = batched(
  (intents: readonly NewPayment[]) =>
    inTransaction(async (transaction) => {
      const cards = intents.flatMap(({ escrowCard }) => escrowCard ?? []);
      const [, inserted] = await Promise.all([
        lockCards(transaction, "shared", cards),
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
): Promise<void> {
  await inTransaction(async (transaction) => {
    if (intent.escrowCard) await lockCards(transaction, "shared", intent.escrowCard);
    for (const attempt of failed) await updateKey(intent, attempt, transaction);
    // Where another attempt was faster this fails as a duplicate of it.
    const [inserted] = await insertIntents([intent], transaction);
    if (inserted instanceof Error) throw inserted;
  });
}

/** As the row reads now: what the intent does not say has the value of a payment that just began. */
function toPayment(intent: NewPayment): Payment {
  return {
    ...intent,
    status: "pending",
    declineCode: null,
    gatewayAttempts: 1,
    claimedUntil: null,
    orderId: null,
    clientSecret: null,
    providerReference: null,
    refundedAmount: 0,
    cancelRequestedAt: null,
    updatedAt: intent.createdAt,
  };
}
