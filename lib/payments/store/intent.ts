import type { Environment, GatewayName } from "#lib/core/vocabulary.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";
import type { StoredEnvelope } from "#lib/receipts/envelope.ts";
import { pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import { isUniqueViolation, type Transaction } from "#lib/storage/transaction.ts";
import type { Payment } from "./payment.ts";

/** Who the receipt is sealed to. */
export type Holder =
  | { kind: "cardholder"; cardholderId: string; keyId: string }
  | { kind: "escrow"; escrowVersion: number };

export type PaymentIntent = {
  id: string;
  organizationId: string;
  environment: Environment;
  card: CardIndexes;
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

/** A key of the payment leads to a payment already. */
class KeyTakenError extends Error {
  override name = "KeyTakenError";
}

/** Whether a payment was not stored because one stands under its key. */
export function isKeyTaken(error: unknown): boolean {
  return error instanceof KeyTakenError || isUniqueViolation(error);
}

/**
 * Payments, envelopes and idempotency records in one statement: all of a payment or nothing. Returns
 * an error for each payment whose key was taken before the statement began; one that is taken
 * meanwhile fails the statement with a unique violation.
 */
export async function insertIntents(
  db: Queryable,
  intents: readonly PaymentIntent[],
): Promise<(true | KeyTakenError)[]> {
  if (intents.length === 0) return [];
  const { rows } = await db.query<{ id: string }>({
    name: `insert-intents-${intents.length}`,
    text: insertStatement(intents.length),
    values: intents.flatMap((intent) => columns.map(([, , pick]) => pick(intent))),
  });
  const stored = new Set(rows.map(({ id }) => id));
  return intents.map(({ id }) => stored.has(id) || new KeyTakenError());
}

const inEscrow = ({ holder }: PaymentIntent) => holder.kind === "escrow";

/** What a row of the statement consists of. */
const columns: [name: string, type: string, pick: (intent: PaymentIntent) => unknown][] = [
  ["id", "text", ({ id }) => id],
  ["organization_id", "text", ({ organizationId }) => organizationId],
  ["environment", "environment", ({ environment }) => environment],
  ["card_index", "bytea", ({ card }) => card[0].value],
  ["pepper_version", "smallint", ({ card }) => card[0].version],
  ["gateway", "gateway", ({ gateway }) => gateway],
  ["connection_id", "text", ({ connectionId }) => connectionId],
  ["merchant_id", "text", ({ merchantId }) => merchantId],
  ["receipt_id", "text", ({ receiptId }) => receiptId],
  ["transaction_id", "text", ({ transactionId }) => transactionId],
  ["amount", "bigint", ({ amount }) => amount],
  ["currency", "text", ({ currency }) => currency],
  ["mock_items", "boolean", ({ mockItems }) => mockItems],
  ["receipt_status", "receipt_status", (intent) => (inEscrow(intent) ? "escrowed" : "sealed")],
  [
    "cardholder_id",
    "text",
    ({ holder }) => ("cardholderId" in holder ? holder.cardholderId : null),
  ],
  ["key_id", "text", ({ holder }) => ("keyId" in holder ? holder.keyId : null)],
  [
    "escrow_version",
    "smallint",
    ({ holder }) => ("escrowVersion" in holder ? holder.escrowVersion : null),
  ],
  ["escrowed_at", "timestamptz", (intent) => (inEscrow(intent) ? intent.createdAt : null)],
  ["protected_header", "text", ({ envelope }) => envelope.protectedHeader],
  ["encrypted_key", "bytea", ({ envelope }) => envelope.encryptedKey],
  ["iv", "bytea", ({ envelope }) => envelope.iv],
  ["ciphertext", "bytea", ({ envelope }) => envelope.ciphertext],
  ["tag", "bytea", ({ envelope }) => envelope.tag],
  ["gateway_request", "bytea", ({ gatewayRequest }) => gatewayRequest],
  ["created_at", "timestamptz", ({ createdAt }) => createdAt],
  ["claim_ms", "float8", ({ claimMs }) => claimMs],
  ["key_hashes", "bytea[]", ({ keyHashes }) => keyHashes],
  ["fingerprint", "bytea", ({ fingerprint }) => fingerprint],
  ["key_version", "smallint", ({ keyVersion }) => keyVersion],
];

const statements = new Map<number, string>();

function insertStatement(rows: number): string {
  const known = statements.get(rows);
  if (known) return known;
  const made = writeInsert(rows);
  statements.set(rows, made);
  return made;
}

// OFFSET keeps the planner from making a join of the look-up, which would read a young table whole.
function writeInsert(rows: number): string {
  const row = (index: number) =>
    columns.map(([, type], place) => `$${index * columns.length + place + 1}::${type}`).join(", ");
  const values = Array.from({ length: rows }, (_, index) => `(${row(index)})`).join(",\n");
  return `
    WITH intent (${columns.map(([name]) => name).join(", ")}) AS (
      VALUES ${values}
    ), fresh AS MATERIALIZED (
      SELECT * FROM intent i
      WHERE NOT EXISTS (
        SELECT FROM idempotency_record r
        WHERE r.organization_id = i.organization_id AND r.environment = i.environment
          AND r.key_hash = ANY (i.key_hashes)
        OFFSET 0)
    ), recorded AS (
      INSERT INTO idempotency_record (
        organization_id, environment, key_hash, fingerprint, key_version, card_index, payment_id,
        created_at)
      SELECT organization_id, environment, unnest(key_hashes), fingerprint, key_version, card_index,
             id, created_at
      FROM fresh
    ), pending AS (
      INSERT INTO pending_payment (payment_id, gateway_request)
      SELECT id, gateway_request FROM fresh
    )
    INSERT INTO payment (
      id, organization_id, environment, card_index, pepper_version, gateway, connection_id,
      merchant_id, receipt_id, transaction_id, amount, currency, mock_items, receipt_status,
      cardholder_id, key_id, escrow_version, escrowed_at, protected_header, encrypted_key, iv,
      ciphertext, tag, created_at, updated_at, status, claimed_until)
    SELECT id, organization_id, environment, card_index, pepper_version, gateway, connection_id,
           merchant_id, receipt_id, transaction_id, amount, currency, mock_items, receipt_status,
           cardholder_id, key_id, escrow_version, escrowed_at, protected_header, encrypted_key, iv,
           ciphertext, tag, created_at, created_at, 'pending',
           now() + make_interval(secs => claim_ms / 1000)
    FROM fresh
    RETURNING id`;
}

/**
 * Adds a key under which the payment is found from now on, unless it is taken. The lock keeps it from
 * leading to a card that is being erased meanwhile.
 */
export async function insertIdempotencyKey(
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
 * Moves nothing where the record no longer belongs to `declinedPaymentId`: the key is taken then.
 */
export async function yieldNaturalKey(
  transaction: Transaction,
  intent: Pick<PaymentIntent, "organizationId" | "environment">,
  move: { naturalKeyHash: Uint8Array; attemptKeyHash: Uint8Array; declinedPaymentId: string },
): Promise<void> {
  await transaction.query(
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
}
