import type { Environment } from "#lib/contract/environment.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import type { CardIndexes } from "./cards.ts";
import type { Queryable, Transaction } from "./database.ts";
import type { StoredEnvelope } from "./envelopes.ts";

/** Who the receipt is sealed to. */
export type Holder =
  | { kind: "cardholder"; cardholderId: string; keyId: string }
  | { kind: "escrow"; escrowVersion: number };

export type PaymentIntent = {
  id: string;
  organizationId: string;
  environment: Environment;
  card: CardIndexes[number];
  gateway: GatewayName;
  merchantId: string;
  receiptId: string;
  transactionId: string;
  amount: number;
  currency: string;
  mockItems: boolean;
  holder: Holder;
  envelope: StoredEnvelope;
  createdAt: Date;
  /** How long this process may be busy with the gateway before others may take over. */
  claimMs: number;
  /** What a repetition is recognized by, and the body that belongs to it. */
  keyHashes: Uint8Array[];
  fingerprint: Uint8Array;
};

/**
 * Payment, envelope and idempotency records in one statement: all of it or nothing. A key that is
 * taken already fails it with a unique violation.
 */
export async function insertIntent(db: Queryable, intent: PaymentIntent): Promise<void> {
  const { card, holder, envelope } = intent;
  const inEscrow = holder.kind === "escrow";
  await db.query({
    name: "insert-intent",
    text: insertIntentSql,
    values: [
      intent.id,
      intent.organizationId,
      intent.environment,
      card.value,
      card.version,
      intent.gateway,
      intent.merchantId,
      intent.receiptId,
      intent.transactionId,
      intent.amount,
      intent.currency,
      intent.mockItems,
      inEscrow ? "escrowed" : "sealed",
      inEscrow ? null : holder.cardholderId,
      inEscrow ? null : holder.keyId,
      inEscrow ? holder.escrowVersion : null,
      inEscrow ? intent.createdAt : null,
      envelope.protectedHeader,
      envelope.encryptedKey,
      envelope.iv,
      envelope.ciphertext,
      envelope.tag,
      intent.createdAt,
      intent.claimMs,
      intent.keyHashes,
      intent.fingerprint,
    ],
  });
}

const insertIntentSql = `
  WITH intent AS (
    INSERT INTO payment (
      id, organization_id, environment, card_index, pepper_version, gateway, merchant_id,
      receipt_id, transaction_id, amount, currency, mock_items, status, receipt_status,
      cardholder_id, key_id, escrow_version, escrowed_at, protected_header, encrypted_key, iv,
      ciphertext, tag, created_at, updated_at, claimed_until)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'pending', $13,
            $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $23,
            now() + make_interval(secs => $24::float8 / 1000))
  )
  INSERT INTO idempotency_record (organization_id, environment, key_hash, fingerprint, payment_id, created_at)
  SELECT $2, $3, key_hash, $26, $1, $23 FROM unnest($25::bytea[]) AS key_hash`;

/**
 * After a declined attempt the natural key is free for the next card: moves its record away to
 * `attemptKeyHash`, where a repetition of the declined body still finds its own answer.
 * False where the record no longer belongs to `declinedPaymentId`.
 */
export async function yieldNaturalKey(
  transaction: Transaction,
  intent: Pick<PaymentIntent, "organizationId" | "environment">,
  move: { naturalKeyHash: Uint8Array; attemptKeyHash: Uint8Array; declinedPaymentId: string },
): Promise<boolean> {
  const { rowCount } = await transaction.query(
    `UPDATE idempotency_record SET key_hash = $4
     WHERE organization_id = $1 AND environment = $2 AND key_hash = $3 AND payment_id = $5`,
    [
      intent.organizationId,
      intent.environment,
      move.naturalKeyHash,
      move.attemptKeyHash,
      move.declinedPaymentId,
    ],
  );
  return rowCount === 1;
}
