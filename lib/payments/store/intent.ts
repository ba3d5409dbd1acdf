import { type Batching, batched, writes } from "#lib/core/batched.ts";
import { columnOf } from "#lib/storage/column-of.ts";
import { pipeline, pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import { isRefused, isUniqueViolation, type Transaction } from "#lib/storage/transaction.ts";
import type { Payment, PaymentRow } from "./columns.ts";
import { claimMs } from "./payment.ts";

/** What a new payment or refund is stored with, and the type of each column. */
const paymentTypes = {
  id: "text",
  organizationId: "text",
  environment: "environment",
  cardIndex: "bytea",
  pepperVersion: "smallint",
  gateway: "gateway",
  connectionId: "text",
  merchantId: "text",
  receiptId: "text",
  transactionId: "text",
  amount: "bigint",
  currency: "text",
  mockItems: "boolean",
  refundOf: "text",
  refundOrigin: "refund_origin",
  refundReference: "text",
  receiptStatus: "receipt_status",
  cardholderId: "text",
  keyId: "text",
  escrowVersion: "smallint",
  escrowedAt: "timestamptz",
  deliveredBy: "delivery_path",
  sealingPlace: "sealing_place",
  protectedHeader: "text",
  encryptedKey: "bytea",
  ephemeralKey: "bytea",
  otherRecipients: "jsonb",
  iv: "bytea",
  ciphertext: "bytea",
  tag: "bytea",
  transactionAt: "timestamptz",
  createdAt: "timestamptz",
  matchData: "bytea",
} as const satisfies Partial<Record<keyof PaymentRow, string>>;

/** What is stored beside it: to finish it, and to recognize a repetition. */
const recordTypes = {
  gatewayRequest: "bytea",
  naturalKeyHash: "bytea",
  headerKeyHash: "bytea",
  reservationKeyHash: "bytea",
  fingerprint: "bytea",
  keyVersion: "smallint",
  fieldMarks: "bytea",
} as const;

/** What is stored with a receipt in escrow alone. */
const escrowTypes = {
  escrowIndexes: "bytea[]",
  otherIndexes: "bytea[]",
  claimHash: "bytea",
  claimKeyVersion: "smallint",
} as const;

/** A row as it is inserted, and what is stored beside it. */
export type NewPayment = Pick<PaymentRow, keyof typeof paymentTypes> & {
  /**
   * Of all identifiers, under every pepper: where given, the payment is stored only while none of them is
   * registered.
   */
  escrowIndexes: Uint8Array[] | null;
  /** Of the identifiers beside the strongest, under the pepper of that one. */
  otherIndexes: Uint8Array[] | null;
  /** What the receipt's claim code is recognized by, and the version of the key that the code is derived with. */
  claimHash: Uint8Array | null;
  claimKeyVersion: number | null;
  /** Encrypted; null where the row says all that the gateway is asked for. */
  gatewayRequest: Uint8Array | null;
  /** What a repetition is recognized by, as far as it is known, and the body that belongs to it. */
  naturalKeyHash: Uint8Array | null;
  headerKeyHash: Uint8Array | null;
  /** Of a receipt that was sealed at the till: its reservation is for one payment. */
  reservationKeyHash: Uint8Array | null;
  fingerprint: Uint8Array;
  keyVersion: number;
  /** See [Note: marks of fields]. */
  fieldMarks: Uint8Array | null;
};

/** Of a receipt that goes to its cardholder. */
export const notEscrowed = {
  escrowIndexes: null,
  otherIndexes: null,
  claimHash: null,
  claimKeyVersion: null,
} as const satisfies Partial<NewPayment>;

/** A payment has one of the keys already, or an identifier of an escrowed receipt has been registered. */
class NotInsertedError extends Error {
  override name = "NotInsertedError";
}

/** One for all: a stack for each, which is never read, costs as much as the hash of a whole receipt. */
const notInserted = new NotInsertedError();

/** Whether a payment was not stored because another one has its key, or because its recipient has been registered. */
export function isNotInserted(error: unknown): boolean {
  return error instanceof NotInsertedError || isUniqueViolation(error);
}

/** Each number of payments is a statement of its own: up to 32 would take 18 MB of each connection, not 9. */
export const intentWrites: Batching = { ...writes, max: 16 };

/** Stores a payment, in one statement with those of the same turn of the event loop. */
export const insertIntent = batched(
  (intents: readonly NewPayment[]) => insertIntents(intents),
  isRefused,
  intentWrites,
);

/**
 * Payments, envelopes and idempotency records in one statement: all of a payment or nothing. Returns an error
 * for each payment whose key was taken, or whose recipient was registered, before the statement began; a key that is
 * taken meanwhile fails the statement with a unique violation. By hand, because every payment waits for it.
 */
export async function insertIntents(
  intents: readonly NewPayment[],
  db: Queryable = pipeline(),
  { isClaimed = true } = {},
): Promise<(Payment | NotInsertedError)[]> {
  if (intents.length === 0) return [];
  const { rows } = await db.query<{ id: string }>({
    name: `insert-intents-${intents.length}`,
    text: insertStatement(intents.length),
    values: [
      isClaimed ? claimMs() : null,
      ...intents.flatMap((intent) => names.map((name) => intent[name])),
    ],
  });
  const stored = new Set(rows.map(({ id }) => id));
  return intents.map((intent) =>
    stored.has(intent.id) ? asStored(intent, isClaimed) : notInserted,
  );
}

/** As the row reads now: what the intent does not say has the value of a payment that just began. */
function asStored(intent: NewPayment, isClaimed: boolean): Payment {
  return {
    ...intent,
    status: "pending",
    declineCode: null,
    gatewayAttempts: isClaimed ? 1 : 0,
    claimedUntil: null,
    orderId: null,
    clientSecret: null,
    providerReference: null,
    refundedAmount: 0,
    cancelRequestedAt: null,
    updatedAt: intent.createdAt,
  };
}

const types = { ...paymentTypes, ...recordTypes, ...escrowTypes };
const names = Object.keys(types) as (keyof typeof types)[];
const paymentColumns = Object.keys(paymentTypes).map(columnOf).join(", ");

const statements = new Map<number, string>();

function insertStatement(rows: number): string {
  const statement = statements.get(rows) ?? writeInsertStatement(rows);
  statements.set(rows, statement);
  return statement;
}

/** `OFFSET 0` keeps the look-up by key one by one: planned as a join, it might read the whole table. */
function writeInsertStatement(rows: number): string {
  const row = (index: number) =>
    names.map((name, place) => `$${2 + index * names.length + place}::${types[name]}`).join(", ");
  const values = Array.from({ length: rows }, (_, index) => `(${row(index)})`).join(",\n");
  return `
    WITH intent (${names.map(columnOf).join(", ")}) AS (
      VALUES ${values}
    ), fresh AS MATERIALIZED (
      SELECT * FROM intent i
      WHERE NOT EXISTS (
        SELECT FROM idempotency_record r
        WHERE r.organization_id = i.organization_id AND r.environment = i.environment
          AND r.key_hash IN (i.natural_key_hash, i.header_key_hash, i.reservation_key_hash)
        OFFSET 0)
      AND NOT EXISTS (
        SELECT FROM cardholder c
        WHERE c.environment = i.environment AND c.card_index = ANY (i.escrow_indexes)
        OFFSET 0)
      AND NOT EXISTS (
        SELECT FROM cardholder_identifier c
        WHERE c.environment = i.environment AND c.identifier_index = ANY (i.escrow_indexes)
        OFFSET 0)
    ), recorded AS (
      INSERT INTO idempotency_record (
        organization_id, environment, key_hash, fingerprint, key_version, field_marks, card_index,
        payment_id, created_at)
      SELECT organization_id, environment, key_hash, fingerprint, key_version, field_marks, card_index,
             id, created_at
      FROM fresh, unnest(ARRAY[natural_key_hash, header_key_hash, reservation_key_hash]) AS key_hash
      WHERE key_hash IS NOT NULL
    ), others AS (
      INSERT INTO escrow_identifier (environment, identifier_index, payment_id, pepper_version)
      SELECT environment, identifier_index, id, pepper_version
      FROM fresh, unnest(other_indexes) AS identifier_index
    ), claimable AS (
      INSERT INTO claim_code (hash, environment, payment_id, key_version)
      SELECT claim_hash, environment, id, claim_key_version FROM fresh
      WHERE claim_hash IS NOT NULL
    ), pending AS (
      INSERT INTO pending_payment (payment_id, gateway_request)
      SELECT id, gateway_request FROM fresh
    )
    INSERT INTO payment (${paymentColumns}, updated_at, status, claimed_until, gateway_attempts)
    SELECT ${paymentColumns}, created_at, 'pending',
           now() + make_interval(secs => $1::float8 / 1000), num_nonnulls($1)
    FROM fresh
    RETURNING id`;
}

/**
 * Adds a key that leads to the payment from now on, unless it is taken. By hand for the lock, which
 * keeps it from leading to a card that is being erased meanwhile.
 */
export async function insertIdempotencyKey(
  { organizationId, environment, id }: Payment,
  keyHash: Uint8Array,
  fingerprint: { keyVersion: number; value: Uint8Array },
  fieldMarks: Uint8Array,
): Promise<void> {
  await pool().query({
    name: "add-idempotency-key",
    text: `
      INSERT INTO idempotency_record (
        organization_id, environment, key_hash, fingerprint, key_version, field_marks, card_index,
        payment_id, created_at)
      SELECT p.organization_id, p.environment, $3, $4, $5, $7, p.card_index, p.id, now()
      FROM payment p WHERE p.id = $6 AND p.organization_id = $1 AND p.environment = $2
      FOR KEY SHARE
      ON CONFLICT DO NOTHING`,
    values: [
      organizationId,
      environment,
      keyHash,
      fingerprint.value,
      fingerprint.keyVersion,
      id,
      fieldMarks,
    ],
  });
}

/**
 * The key of a failed attempt is free for the next one: moves the attempt's record away to
 * `attemptKeyHash`, where a repetition of the body that failed still finds its own answer. Moves
 * nothing where the record no longer belongs to that attempt: then the key is taken. By hand, because
 * it shares its transaction with the insert.
 */
export async function updateKey(
  { organizationId, environment }: NewPayment,
  failed: { payment: Pick<Payment, "id">; keyHash: Uint8Array; attemptKeyHash: Uint8Array },
  transaction: Transaction,
): Promise<void> {
  await transaction.query(
    `UPDATE idempotency_record SET key_hash = $4
     WHERE organization_id = $1 AND environment = $2 AND key_hash = $3 AND payment_id = $5`,
    [organizationId, environment, failed.keyHash, failed.attemptKeyHash, failed.payment.id],
  );
}
