import type { Caller } from "#lib/auth/caller.ts";
import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import type { PaymentRequest } from "#lib/contract/receipt-fields.ts";
import { type SealRecipient, sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import { createId, idTime } from "#lib/ids/create-id.ts";
import { batched } from "#lib/storage/batched.ts";
import {
  type CardIndexes,
  findRecipient,
  findRecipients,
  lockCards,
  moveToCurrentPepper,
  type Recipient,
} from "#lib/storage/cards.ts";
import { inTransaction, pipeline, pool, type Transaction } from "#lib/storage/database.ts";
import { toStoredEnvelope } from "#lib/storage/envelopes.ts";
import { addIdempotencyKey, yieldNaturalKey } from "#lib/storage/idempotency-records.ts";
import {
  type Holder,
  insertIntents,
  isKeyTaken,
  type PaymentIntent,
} from "#lib/storage/payment-intents.ts";
import type { Payment } from "#lib/storage/payments.ts";
import { claimMs } from "./claim.ts";
import { closeAttempt } from "./close-attempt.ts";
import { type Duplicate, findDuplicate } from "./find-duplicate.ts";
import { encryptGatewayRequest, type GatewayRequest } from "./gateway-request.ts";
import { attemptKeyHash, type PaymentIdentity } from "./payment-identity.ts";
import type { Order } from "./settle-order.ts";

type IntentRequest = {
  caller: Caller;
  gateway: GatewayName;
  connectionId: string | null;
  request: PaymentRequest;
  order: Order;
  /** Kept encrypted while the payment is pending. */
  asked: GatewayRequest;
  identity: PaymentIdentity;
};

type Declined = Extract<Duplicate, { state: "declined" }>;

export type StoredIntent =
  | { state: "stored"; payment: Payment }
  | { state: "existing"; payment: Payment };

/**
 * Stores payment and sealed receipt before anything is charged. Where the call is a repetition,
 * returns the payment that is there. Throws `conflict` for a key that is reused with another body.
 */
export async function storeIntent(intent: IntentRequest): Promise<StoredIntent> {
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
  if (headerKeyHash) await addIdempotencyKey(payment, headerKeyHash, fingerprints[0]);
}

async function storeFor(
  card: CardIndexes,
  asked: IntentRequest,
  declined: Declined | undefined,
): Promise<Payment> {
  const recipient = await findRecipient({ environment: asked.caller.environment, indexes: card });
  const target = recipient ? await cardholderOf(card, recipient) : escrowHolder();
  const intent = sealFor(card, asked, target);
  const isStored = declined
    ? await storeNextAttempt(intent, asked.identity, declined)
    : await (recipient ? storeSealed(intent) : storeEscrowed(intent));
  // Registered while we sealed to the escrow.
  return isStored ? toPayment(intent) : await storeFor(card, asked, declined);
}

const storeSealed = batched((intents: readonly PaymentIntent[]) =>
  insertIntents(pipeline(), intents),
);

const storeEscrowed = batched((intents: readonly PaymentIntent[]) =>
  inTransaction(async (transaction) => {
    const waiting = await lockUnregistered(transaction, intents);
    const stored = await insertIntents(transaction, waiting);
    return intents.map((intent) => stored[waiting.indexOf(intent)] ?? false);
  }),
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

type SealTarget = SealRecipient & { holder: Holder };

async function cardholderOf(card: CardIndexes, recipient: Recipient): Promise<SealTarget> {
  const { cardholderId, keyId, pepperVersion, publicKey } = recipient;
  if (card[0].version !== pepperVersion) await moveToCurrentPepper(pool(), cardholderId, card[0]);
  return {
    holder: { kind: "cardholder", cardholderId, keyId },
    keyId,
    key: importStoredPublicKey(publicKey),
  };
}

function escrowHolder(): SealTarget {
  const { version, keyId, key } = serviceSecrets().escrowKeys.current;
  return { holder: { kind: "escrow", escrowVersion: version }, keyId, key };
}

function sealFor(
  card: CardIndexes,
  { caller, gateway, connectionId, request, order, asked, identity }: IntentRequest,
  { holder, keyId, key }: SealTarget,
): PaymentIntent {
  const id = createId("payment");
  const { recipientHashedPan: _hash, cardNonce: _nonce, items: _items, ...fields } = request;
  const items = order.items ? { items: order.items } : {};
  const receipt = { ...fields, amount: order.amount, ...items, paymentId: id, gateway };
  const sealed = sealReceipt({ receipt, paymentId: id, recipient: { keyId, key } });

  const { merchantId, receiptId, transactionId, currency } = request;
  const { naturalKeyHash, headerKeyHash, fingerprints } = identity;
  return {
    id,
    organizationId: caller.organizationId,
    environment: caller.environment,
    card,
    gateway,
    connectionId,
    merchantId,
    receiptId,
    transactionId,
    amount: order.amount,
    currency,
    mockItems: order.mockItems,
    holder,
    envelope: toStoredEnvelope(sealed),
    gatewayRequest: encryptGatewayRequest(id, asked),
    createdAt: idTime(id),
    claimMs: claimMs(),
    keyHashes: headerKeyHash ? [naturalKeyHash, headerKeyHash] : [naturalKeyHash],
    fingerprint: fingerprints[0].value,
    keyVersion: fingerprints[0].keyVersion,
  };
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
