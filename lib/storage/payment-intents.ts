import type { Environment } from "#lib/contract/environment.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import type { CardIndexes } from "./cards.ts";
import type { Queryable } from "./database.ts";
import { pool, type Transaction } from "./database.ts";
import type { StoredEnvelope } from "./envelopes.ts";
import type { Payment } from "./payments.ts";

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
  connectionId: string | null;
  merchantId: string;
  receiptId: string;
  transactionId: string;
  amount: number;
  currency: string;
  mockItems: boolean;
  holder: Holder;
  envelope: StoredEnvelope;
  /** What the gateway is asked for, encrypted: for whoever finishes the payment of a dead process. */
  gatewayRequest: Uint8Array;
  createdAt: Date;
  /** How long this process may be busy with the gateway before others may take over. */
  claimMs: number;
  /** What a repetition is recognized by, and the body that belongs to it. */
  keyHashes: Uint8Array[];
  fingerprint: Uint8Array;
  keyVersion: number;
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
      intent.keyVersion,
      intent.gatewayRequest,
      intent.connectionId,
    ],
  });
}

// The records come first: a repetition then fails before a payment row is written.
const insertIntentSql = `
  WITH recorded AS (
    INSERT INTO idempotency_record (
      organization_id, environment, key_hash, fingerprint, key_version, card_index, payment_id,
      created_at)
    SELECT $2, $3::environment, key_hash, $26::bytea, $27::smallint, $4::bytea, $1, $23::timestamptz
    FROM unnest($25::bytea[]) AS key_hash
    RETURNING payment_id
  )
  INSERT INTO payment (
    id, organization_id, environment, card_index, pepper_version, gateway, merchant_id,
    receipt_id, transaction_id, amount, currency, mock_items, status, receipt_status,
    cardholder_id, key_id, escrow_version, escrowed_at, protected_header, encrypted_key, iv,
    ciphertext, tag, created_at, updated_at, gateway_request, connection_id, claimed_until)
  SELECT $1, $2, $3::environment, $4::bytea, $5::smallint, $6::gateway, $7,
         $8, $9, $10::bigint, $11, $12::boolean, 'pending', $13::receipt_status,
         $14, $15, $16::smallint, $17::timestamptz, $18, $19::bytea, $20::bytea,
         $21::bytea, $22::bytea, $23::timestamptz, $23::timestamptz,
         $28::bytea, $29::text, now() + make_interval(secs => $24::float8 / 1000)
  FROM (SELECT payment_id FROM recorded LIMIT 1) AS claim`;

/**
 * Adds a key under which the payment is found from now on, unless it is taken. The lock keeps it from
 * leading to a card that is being erased meanwhile.
 */
export async function addIdempotencyKey(
  { organizationId, environment, id }: Payment,
  keyHash: Uint8Array,
  fingerprint: { keyVersion: number; value: Uint8Array },
): Promise<void> {
  await pool().query({
    name: "add-idempotency-key",
    text: `
      INSERT INTO idempotency_record (
        organization_id, environment, key_hash, fingerprint, key_version, card_index, payment_id,
        created_at)
      SELECT p.organization_id, p.environment, $3, $4, $5, p.card_index, p.id, now()
      FROM payment p WHERE p.id = $6 AND p.organization_id = $1 AND p.environment = $2
      FOR KEY SHARE
      ON CONFLICT DO NOTHING`,
    values: [organizationId, environment, keyHash, fingerprint.value, fingerprint.keyVersion, id],
  });
}

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
