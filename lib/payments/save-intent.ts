import { findRecipients, lockCards } from "#lib/cards/find-recipient.ts";
import { batched } from "#lib/core/batched.ts";
import { inTransaction, isRefused, type Transaction } from "#lib/storage/transaction.ts";
import type { FailedAttempt } from "./find-duplicate.ts";
import {
  insertIntent,
  insertIntents,
  isKeyTaken,
  type PaymentIntent,
  updateKey,
} from "./store/intent.ts";
import type { Payment } from "./store/payment.ts";

export type SavedIntent =
  | { state: "saved"; payment: Payment }
  /** The card was registered while its receipt was sealed to the escrow. */
  | { state: "registered" }
  /** A payment has one of the keys already. */
  | { state: "taken" };

/** Stores payment and sealed receipt before anything is charged, under the keys of failed attempts if given. */
export async function saveIntent(
  intent: PaymentIntent,
  failed: readonly FailedAttempt[],
): Promise<SavedIntent> {
  try {
    const isSaved = await insert(intent, failed);
    return isSaved ? { state: "saved", payment: toPayment(intent) } : { state: "registered" };
  } catch (error) {
    if (isKeyTaken(error)) return { state: "taken" };
    throw error;
  }
}

function insert(intent: PaymentIntent, failed: readonly FailedAttempt[]): Promise<boolean> {
  if (failed.length > 0) return insertNextAttempt(intent, failed);
  return isEscrowed(intent) ? insertEscrowed(intent) : insertIntent(intent);
}

const isEscrowed = ({ receiptStatus }: PaymentIntent) => receiptStatus === "escrowed";

const insertEscrowed = batched(
  (intents: readonly PaymentIntent[]) =>
    inTransaction(async (transaction) => {
      const waiting = await lockUnregistered(transaction, intents);
      const inserted = await insertIntents(waiting, transaction);
      return intents.map((intent) => inserted[waiting.indexOf(intent)] ?? false);
    }),
  isRefused,
);

/**
 * Those whose card nobody has registered, and nobody can until the transaction ends: a receipt must
 * not go into escrow once its card has been handed over what was there.
 */
async function lockUnregistered(
  transaction: Transaction,
  intents: readonly PaymentIntent[],
): Promise<PaymentIntent[]> {
  await lockCards(
    transaction,
    "shared",
    intents.map(({ card }) => card),
  );
  const recipients = await findRecipients(
    transaction,
    intents.map(({ environment, card }) => ({ environment, indexes: card })),
  );
  return intents.filter((_intent, position) => !recipients[position]);
}

async function insertNextAttempt(
  intent: PaymentIntent,
  failed: readonly FailedAttempt[],
): Promise<boolean> {
  return await inTransaction(async (transaction) => {
    if (isEscrowed(intent)) {
      const [waiting] = await lockUnregistered(transaction, [intent]);
      if (!waiting) return false;
    }
    for (const attempt of failed) await updateKey(intent, attempt, transaction);
    // Where another attempt was faster this fails as a duplicate of it.
    const [inserted] = await insertIntents([intent], transaction);
    if (inserted instanceof Error) throw inserted;
    return true;
  });
}

/** As the row reads now: what the intent does not say has the value of a payment that just began. */
function toPayment(intent: PaymentIntent): Payment {
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
