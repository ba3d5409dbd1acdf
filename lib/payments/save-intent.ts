import { findRecipient, findRecipients, lockCards } from "#lib/cards/find-recipient.ts";
import { batched } from "#lib/core/batched.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pipeline } from "#lib/storage/database.ts";
import { inTransaction, isRefused, type Transaction } from "#lib/storage/transaction.ts";
import { attemptKeyHash, type Duplicate, findDuplicate, type PaymentIdentity } from "./identity.ts";
import { closeAttempt } from "./resume.ts";
import { cardholderOf, escrowHolder, type IntentRequest, sealFor } from "./seal.ts";
import {
  insertIdempotencyKey,
  insertIntents,
  isKeyTaken,
  type PaymentIntent,
  yieldNaturalKey,
} from "./store/intent.ts";
import type { Payment } from "./store/payment.ts";

type Declined = Extract<Duplicate, { state: "declined" }>;

export type StoredIntent =
  | { state: "stored"; payment: Payment }
  | { state: "existing"; payment: Payment };

/**
 * Stores payment and sealed receipt before anything is charged. Where the call is a repetition,
 * returns the payment that is there. Throws `conflict` for a key that is reused with another body.
 */
export async function saveIntent(intent: IntentRequest): Promise<StoredIntent> {
  const { cardIndexer } = serviceSecrets();
  const card = cardIndexer.candidates(intent.request.recipientHashedPan);

  let declined: Declined | undefined;
  for (;;) {
    try {
      return { state: "stored", payment: await storeFor(card, intent, declined) };
    } catch (error) {
      if (!isKeyTaken(error)) throw error;
    }
    const duplicate = await findDuplicate(intent.caller, intent.identity);
    if (duplicate.state === "same") {
      if (duplicate.headerIsNew) await rememberHeaderKey(intent, duplicate.payment);
      return { state: "existing", payment: duplicate.payment };
    }
    declined = duplicate.state === "declined" ? duplicate : undefined;
    if (declined) await closeAttempt(declined.payment);
  }
}

/** A key that comes with a repetition only still belongs to this body from now on. */
async function rememberHeaderKey(
  { identity: { headerKeyHash, fingerprints } }: IntentRequest,
  payment: Payment,
): Promise<void> {
  if (headerKeyHash) await insertIdempotencyKey(payment, headerKeyHash, fingerprints[0]);
}

async function storeFor(
  card: CardIndexes,
  asked: IntentRequest,
  declined: Declined | undefined,
): Promise<Payment> {
  const recipient = await findRecipient({ environment: asked.caller.environment, indexes: card });
  const target = recipient ? cardholderOf(recipient) : escrowHolder();
  const intent = sealFor(card, asked, target);
  const isStored = declined
    ? await storeNextAttempt(intent, asked.identity, declined)
    : await (recipient ? storeSealed(intent) : storeEscrowed(intent));
  // Registered while we sealed to the escrow.
  return isStored ? toPayment(intent) : await storeFor(card, asked, declined);
}

const storeSealed = batched(
  (intents: readonly PaymentIntent[]) => insertIntents(pipeline(), intents),
  isRefused,
);

const storeEscrowed = batched(
  (intents: readonly PaymentIntent[]) =>
    inTransaction(async (transaction) => {
      const waiting = await lockUnregistered(transaction, intents);
      const stored = await insertIntents(transaction, waiting);
      return intents.map((intent) => stored[waiting.indexOf(intent)] ?? false);
    }),
  isRefused,
);

/**
 * Those whose card nobody has registered; nobody can until the transaction ends. A receipt must not
 * go into an escrow that nobody looks at again.
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
  return intents.filter((_intent, place) => !recipients[place]);
}

/** Stores the intent in the place of an attempt that was declined. */
async function storeNextAttempt(
  intent: PaymentIntent,
  { naturalKeyHash }: PaymentIdentity,
  declined: Declined,
): Promise<boolean> {
  return await inTransaction(async (transaction) => {
    if (intent.holder.kind === "escrow") {
      const [waiting] = await lockUnregistered(transaction, [intent]);
      if (!waiting) return false;
    }
    await yieldNaturalKey(transaction, intent, {
      naturalKeyHash,
      attemptKeyHash: attemptKeyHash(naturalKeyHash, declined.fingerprint),
      declinedPaymentId: declined.payment.id,
    });
    // Where another attempt was faster this fails as a duplicate of it, and is looked at again.
    const [stored] = await insertIntents(transaction, [intent]);
    if (stored instanceof Error) throw stored;
    return true;
  });
}

function toPayment(intent: PaymentIntent): Payment {
  const { holder } = intent;
  const inEscrow = holder.kind === "escrow";
  return {
    ...intent,
    cardIndex: intent.card[0].value,
    status: "pending",
    declineCode: null,
    gatewayAttempts: 1,
    claimedUntil: null,
    orderId: null,
    clientSecret: null,
    refundedAmount: 0,
    receiptStatus: inEscrow ? "escrowed" : "sealed",
    cardholderId: inEscrow ? null : holder.cardholderId,
    keyId: inEscrow ? null : holder.keyId,
    escrowedAt: inEscrow ? intent.createdAt : null,
  };
}
