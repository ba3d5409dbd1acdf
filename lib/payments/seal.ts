import type { Tenant } from "#lib/core/caller.ts";
import { findMoment } from "#lib/core/date-time.ts";
import { createId, createIdAt, type IdKind, idTime } from "#lib/core/ids.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { MerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { sealOnServer } from "#lib/crypto/seal-on-server.ts";
import { importStoredPublicKey, type SealingKey } from "#lib/crypto/stored-public-key.ts";
import { newClaim } from "#lib/escrow/claim-codes.ts";
import type { PaymentRequest } from "#lib/receipts/contract.ts";
import { toRecipientColumns } from "#lib/receipts/envelope.ts";
import { beginMatch } from "#lib/receipts/match-data.ts";
import type { FoundRecipient, Recipient, RecipientKey } from "#lib/recipients/card.ts";
import { hashesOf, type SentIdentifiers } from "#lib/recipients/identifier.ts";
import type { SentEnvelope } from "#lib/reservations/read-envelope.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { RefundRequest } from "./contract-refunds.ts";
import type { SealedPaymentRequest, SealedRefundRequest } from "./contract-sealed.ts";
import { marksOf, type PaymentIdentity, type RequestIdentity } from "./idempotency.ts";
import type { GatewayRequest, Order } from "./order.ts";
import type { PlacedCreditNote } from "./place-credit-note.ts";
import { placeEnvelope } from "./place-envelope.ts";
import { type NewPayment, notEscrowed } from "./store/intent.ts";
import type { Payment } from "./store/payment.ts";
import { type NewRefund, refundWithoutReceipt } from "./store/refund.ts";

/** What the cardholder gets: a receipt to seal here, or one that was sealed at the till. */
export type Content =
  | {
      kind: "receipt";
      request: PaymentRequest;
      merchantSignature: MerchantSignature | undefined;
      /** The organization's, for a receipt that has none of its own. */
      logo: string | undefined;
    }
  | { kind: "envelope"; envelope: SentEnvelope };

/** All that is settled about a payment before its receipt is sealed. */
export type PaymentDraft = {
  caller: Tenant & { visitId?: string | undefined };
  gateway: GatewayName;
  connectionId: string | null;
  request: PaymentRequest | SealedPaymentRequest;
  content: Content;
  order: Order;
  identity: PaymentIdentity;
  at?: WhenPast;
};

/** When it was made; now, unless it belongs to a history that is written afterwards. */
type WhenPast = Date | undefined;

/** The same of a credit note. */
export type CreditNote =
  | (Omit<Extract<Content, { kind: "receipt" }>, "request"> & { request: RefundRequest })
  | { kind: "envelope"; placed: PlacedCreditNote };

type RefundDraft = {
  sale: Payment;
  request: RefundRequest | SealedRefundRequest;
  creditNote: CreditNote;
  amount: number;
  identity: RequestIdentity;
  at?: WhenPast;
};

/**
 * A new payment, its receipt sealed to the cardholder or, without one, to the escrow; or in the envelope that came.
 * Throws `invalid_request` for an envelope that is not for them.
 */
export async function sealIntent(
  draft: PaymentDraft,
  identifiers: SentIdentifiers,
  recipient: FoundRecipient | undefined,
): Promise<NewPayment> {
  const { caller, gateway, connectionId, request, order, identity, content, at } = draft;
  const sealed =
    content.kind === "receipt"
      ? sealHere(content, { gateway, order, at }, recipient)
      : await placeEnvelope(content.envelope, {
          place: { ...caller, gateway, recipient: namedBy(request) },
          recipient,
        });
  const { id } = sealed;
  const { merchantId, receiptId, transactionId, currency } = request;
  const { naturalKeyHash, headerKeyHash, reservationKeyHash, fingerprints } = identity;
  const [{ indexes: strongest }] = identifiers;
  return {
    ...sealed,
    organizationId: caller.organizationId,
    environment: caller.environment,
    ...(recipient ? notEscrowed : escrowUnder(id, identifiers)),
    cardIndex: strongest[0].value,
    pepperVersion: strongest[0].version,
    gateway,
    connectionId,
    merchantId,
    receiptId,
    transactionId,
    amount: order.amount,
    currency,
    mockItems: order.mockItems,
    refundOf: null,
    refundOrigin: null,
    refundReference: null,
    // A card is the usual way, and null.
    deliveredBy: recipient && recipient.by !== "card" ? recipient.by : null,
    transactionAt: findMoment(request.transactionDate),
    gatewayRequest: encryptGatewayRequest(id, order.gatewayRequest),
    naturalKeyHash,
    headerKeyHash: headerKeyHash ?? null,
    reservationKeyHash: reservationKeyHash ?? null,
    fingerprint: fingerprints[0].value,
    keyVersion: fingerprints[0].keyVersion,
    fieldMarks: marksOf(identity, id),
  };
}

function namedBy(request: PaymentDraft["request"]) {
  return { kind: "identifiers" as const, hashes: hashesOf(request) };
}

function sealHere(
  { request, merchantSignature, logo }: Extract<Content, { kind: "receipt" }>,
  { gateway, order, at }: Pick<PaymentDraft, "gateway" | "order" | "at">,
  recipient: FoundRecipient | undefined,
) {
  const id = newId("payment", at);
  const createdAt = idTime(id);
  const { keys, ...holder } = recipient ? cardholderOf(recipient) : escrowSince(createdAt);
  const branded = withLogo(request, merchantSignature, logo);
  const receipt = receiptOf(branded, order, { paymentId: id, gateway, merchantSignature });
  const matchData = beginMatch(id, request.terminalId);
  return { id, createdAt, ...holder, matchData, ...sealTo(keys, { receipt, paymentId: id }) };
}

function newId(kind: IdKind, at: WhenPast): string {
  return at ? createIdAt(kind, at) : createId(kind);
}

/** Under which identifiers a receipt waits, and by which code it can be claimed. */
function escrowUnder(paymentId: string, identifiers: SentIdentifiers) {
  const [, ...others] = identifiers;
  const { hash, keyVersion } = newClaim(paymentId);
  return {
    escrowIndexes: identifiers.flatMap(({ indexes }) => indexes.map(({ value }) => value)),
    otherIndexes: others.map(({ indexes: [current] }) => current.value),
    claimHash: hash,
    claimKeyVersion: keyVersion,
  };
}

/**
 * A refund with its credit note: in the envelope that came, or sealed to the cardholder's current key or, like the
 * sale, to the escrow. A sale whose receipt is gone gets no credit note.
 */
export function sealCreditNote(
  { sale, request, creditNote, amount, identity, at }: RefundDraft,
  recipient: Recipient | undefined,
): NewRefund {
  const isSealed = creditNote.kind === "envelope";
  const id = isSealed ? creditNote.placed.id : newId("refund", at);
  const createdAt = isSealed ? creditNote.placed.createdAt : idTime(id);
  const { receiptId, transactionId, refundReference } = request;
  const [fingerprint] = identity.fingerprints;
  const refund = {
    ...refundWithoutReceipt(sale, { id, createdAt, amount, refundOrigin: "api" }),
    receiptId,
    transactionId,
    refundReference,
    transactionAt: findMoment(request.transactionDate),
    naturalKeyHash: identity.naturalKeyHash,
    fingerprint: fingerprint.value,
    keyVersion: fingerprint.keyVersion,
    fieldMarks: marksOf(identity, id),
  };
  if (isSealed) return { ...refund, ...creditNote.placed };

  const matchData = beginMatch(id, creditNote.request.terminalId);
  const holder = holderOfCreditNote(sale, recipient, createdAt);
  if (!holder) return { ...refund, matchData };

  const { keys, ...columns } = holder;
  const receipt = receiptOfRefund(id, creditNote, { sale, amount });
  return { ...refund, matchData, ...columns, ...sealTo(keys, { receipt, paymentId: id }) };
}

function receiptOfRefund(
  paymentId: string,
  { request, merchantSignature, logo }: Extract<CreditNote, { kind: "receipt" }>,
  { sale, amount }: Pick<RefundDraft, "sale" | "amount">,
): object {
  const { refundReference: _reference, ...fields } = withLogo(request, merchantSignature, logo);
  const { merchantId, currency, gateway } = sale;
  const facts = { paymentId, gateway, kind: "refund", refundOf: sale.id };
  const proof = merchantSignature && { merchantSignature };
  return { merchantId, ...fields, amount, currency, ...facts, ...proof };
}

function holderOfCreditNote(sale: Payment, recipient: Recipient | undefined, createdAt: Date) {
  if (recipient) return cardholderOf(recipient);
  return sale.receiptStatus === "escrowed" ? escrowSince(createdAt) : undefined;
}

type KeyToSealTo = { keyId: string | null; key: SealingKey };

/** The envelope, its content key wrapped for each device of the cardholder, or for the escrow. */
function sealTo(
  [first, ...others]: readonly [KeyToSealTo, ...KeyToSealTo[]],
  { receipt, paymentId }: { receipt: object; paymentId: string },
) {
  const sealed = sealOnServer({
    receipt,
    paymentId,
    keys: [first.key, ...others.map(({ key }) => key)],
  });
  const { encryptedKey, ephemeralKey, others: wraps, ...parts } = sealed;
  const keyIds = [first, ...others].map(({ keyId }) => keyId);
  const recipients = toRecipientColumns(keyIds, [{ encryptedKey, ephemeralKey }, ...wraps]);
  return { ...parts, ...recipients, sealingPlace: "service" as const };
}

function cardholderOf({ cardholderId, keys: [current, ...others] }: Recipient) {
  return {
    keys: [toKeyToSealTo(current), ...others.map(toKeyToSealTo)] as const,
    receiptStatus: "sealed" as const,
    cardholderId,
    keyId: current.keyId,
    escrowVersion: null,
    escrowedAt: null,
  };
}

function toKeyToSealTo({ keyId, publicKey }: RecipientKey): KeyToSealTo {
  return { keyId, key: importStoredPublicKey(publicKey) };
}

function escrowSince(escrowedAt: Date) {
  const { version, key } = serviceSecrets().escrow.current;
  return {
    keys: [{ keyId: null, key }] as const,
    receiptStatus: "escrowed" as const,
    cardholderId: null,
    keyId: null,
    escrowVersion: version,
    escrowedAt,
  };
}

/** What a merchant signed stays as it is: the wallet compares every field with the signed bytes. */
function withLogo<Request extends { merchantLogo?: unknown }>(
  request: Request,
  merchantSignature: MerchantSignature | undefined,
  logo: string | undefined,
): Request {
  if (!logo || merchantSignature) return request;
  return { ...request, merchantLogo: request.merchantLogo ?? logo };
}

/**
 * What the cardholder reads: the request without the card, with what was settled since. The proof of a
 * signed request holds the request as it was sent, so its reader finds the hash of the card and the
 * nonce there: the hash of a card that is theirs, and a nonce that the payment has used up.
 */
function receiptOf(
  {
    recipientHashedPan: _pan,
    recipientHashedPar: _par,
    recipientHashedPhone: _phone,
    recipientHashedEmail: _email,
    cardNonce: _nonce,
    verificationToken: _token,
    customer: _customer,
    items: _items,
    ...fields
  }: PaymentRequest,
  { amount, items }: Order,
  settled: {
    paymentId: string;
    gateway: GatewayName;
    merchantSignature: MerchantSignature | undefined;
  },
): object {
  return { ...fields, amount, ...(items && { items }), ...settled };
}

/** The card's nonce is in it, and the items of a receipt that is sealed by then. */
function encryptGatewayRequest(paymentId: string, request: GatewayRequest): Uint8Array {
  return serviceSecrets().keyring.encrypt(
    JSON.stringify(request),
    gatewayRequestContext(paymentId),
  );
}

export function decryptGatewayRequest(paymentId: string, encrypted: Uint8Array): GatewayRequest {
  const text = serviceSecrets().keyring.decrypt(
    new Uint8Array(encrypted),
    gatewayRequestContext(paymentId),
  );
  // Written by `encryptGatewayRequest`: the keyring decrypts nothing else.
  return JSON.parse(text) as GatewayRequest;
}

/** Binds the request to its row: moved to another one it does not decrypt. */
export function gatewayRequestContext(paymentId: string): string {
  return `payment.gateway_request:${paymentId}`;
}
