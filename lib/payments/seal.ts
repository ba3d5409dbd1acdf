import type { Recipient } from "#lib/cards/card.ts";
import type { Caller } from "#lib/core/caller.ts";
import { createId, idTime } from "#lib/core/ids.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";
import { type SealRecipient, sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import type { PaymentRequest } from "#lib/receipts/contract.ts";
import { toStoredEnvelope } from "#lib/receipts/envelope.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { claimMs } from "./charge.ts";
import type { PaymentIdentity } from "./identity.ts";
import { encryptGatewayRequest, type GatewayRequest, type Order } from "./order.ts";
import type { Holder, PaymentIntent } from "./store/intent.ts";

export type IntentRequest = {
  caller: Caller;
  gateway: GatewayName;
  connectionId: string | null;
  request: PaymentRequest;
  order: Order;
  /** Kept encrypted while the payment is pending. */
  asked: GatewayRequest;
  identity: PaymentIdentity;
};

type SealTarget = SealRecipient & { holder: Holder };

export function cardholderOf({ cardholderId, keyId, publicKey }: Recipient): SealTarget {
  return {
    holder: { kind: "cardholder", cardholderId, keyId },
    keyId,
    key: importStoredPublicKey(publicKey),
  };
}

export function escrowHolder(): SealTarget {
  const { version, keyId, key } = serviceSecrets().escrowKeys.current;
  return { holder: { kind: "escrow", escrowVersion: version }, keyId, key };
}

export function sealFor(
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
