import type { Caller } from "#lib/auth/caller.ts";
import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import type { PaymentRequest } from "#lib/contract/receipt-fields.ts";
import { type SealRecipient, sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import { createId, idTime } from "#lib/ids/create-id.ts";
import {
  type CardIndexes,
  findRecipient,
  lockCard,
  moveToCurrentPepper,
  type Recipient,
} from "#lib/storage/cards.ts";
import {
  asyncCommitPipeline,
  inTransaction,
  isUniqueViolation,
  pipeline,
  pool,
  type Transaction,
} from "#lib/storage/database.ts";
import { toStoredEnvelope } from "#lib/storage/envelopes.ts";
import {
  addIdempotencyKey,
  type Holder,
  insertIntent,
  type PaymentIntent,
  yieldNaturalKey,
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
      if (!isUniqueViolation(error)) throw error;
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
  intent: IntentRequest,
  declined: Declined | undefined,
): Promise<Payment> {
  const { environment } = intent.caller;
  const recipient = await findRecipient(asyncCommitPipeline(), environment, card);
  if (recipient) {
    const sealed = sealFor(card, intent, await cardholderOf(card, recipient));
    if (!declined) return await store(pipeline(), sealed);
    return await inTransaction((transaction) =>
      storeNextAttempt(transaction, sealed, intent, declined),
    );
  }

  const escrowed = sealFor(card, intent, escrowHolder());
  const stored = await inTransaction(async (transaction) => {
    await lockCard(transaction, "shared", card);
    // Registered while we sealed: the receipt must not go into an escrow that nobody looks at again.
    if (await findRecipient(transaction, environment, card)) return undefined;
    if (declined) return await storeNextAttempt(transaction, escrowed, intent, declined);
    return await store(transaction, escrowed);
  });
  return stored ?? (await storeFor(card, intent, declined));
}

type SealTarget = SealRecipient & { holder: Holder };

async function cardholderOf(card: CardIndexes, recipient: Recipient): Promise<SealTarget> {
  const { cardholderId, keyId, pepperVersion, publicKey } = recipient;
  const [current] = card;
  if (current && current.version !== pepperVersion) {
    await moveToCurrentPepper(pool(), cardholderId, current);
  }
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
  [card]: CardIndexes,
  { caller, gateway, connectionId, request, order, asked, identity }: IntentRequest,
  { holder, keyId, key }: SealTarget,
): PaymentIntent {
  if (!card) throw new Error("a card has an index under at least one pepper");

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

async function storeNextAttempt(
  transaction: Transaction,
  sealed: PaymentIntent,
  { identity }: IntentRequest,
  declined: Declined,
): Promise<Payment> {
  await yieldNaturalKey(transaction, sealed, {
    naturalKeyHash: identity.naturalKeyHash,
    attemptKeyHash: attemptKeyHash(identity.naturalKeyHash, declined.fingerprint),
    declinedPaymentId: declined.payment.id,
  });
  // Where another attempt was faster this fails as a duplicate of it, and is looked at again.
  return await store(transaction, sealed);
}

async function store(
  db: Parameters<typeof insertIntent>[0],
  intent: PaymentIntent,
): Promise<Payment> {
  await insertIntent(db, intent);
  const { holder } = intent;
  const inEscrow = holder.kind === "escrow";
  return {
    ...intent,
    cardIndex: intent.card.value,
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
