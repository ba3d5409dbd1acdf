import type { Caller } from "#lib/core/caller.ts";
import type {
  Environment,
  GatewayName,
  PaymentStatus,
  ReceiptStatus,
} from "#lib/core/vocabulary.ts";
import { asyncCommitPipeline, pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";

/** A payment without its envelope. */
export type Payment = {
  id: string;
  environment: Environment;
  cardIndex: Uint8Array;
  organizationId: string;
  gateway: GatewayName;
  /** Null: the sandbox of those who connected nothing. */
  connectionId: string | null;
  merchantId: string;
  receiptId: string;
  transactionId: string;
  amount: number;
  currency: string;
  mockItems: boolean;
  status: PaymentStatus;
  declineCode: string | null;
  gatewayAttempts: number;
  claimedUntil: Date | null;
  orderId: string | null;
  clientSecret: Uint8Array<ArrayBuffer> | null;
  refundedAmount: number;
  receiptStatus: ReceiptStatus;
  cardholderId: string | null;
  keyId: string | null;
  escrowedAt: Date | null;
  createdAt: Date;
};

/** The whole primary key: what leads to the one row however the table is distributed. */
export type PaymentKey = Pick<Payment, "environment" | "cardIndex" | "id">;

/** Of `payment p`. */
export const paymentColumns = `
  p.id, p.environment, p.card_index AS "cardIndex", p.organization_id AS "organizationId", p.gateway,
  p.connection_id AS "connectionId", p.merchant_id AS "merchantId", p.receipt_id AS "receiptId",
  p.transaction_id AS "transactionId", p.amount, p.currency, p.mock_items AS "mockItems", p.status,
  p.decline_code AS "declineCode", p.gateway_attempts AS "gatewayAttempts",
  p.claimed_until AS "claimedUntil", p.order_id AS "orderId", p.client_secret AS "clientSecret",
  p.refunded_amount AS "refundedAmount", p.receipt_status AS "receiptStatus",
  p.cardholder_id AS "cardholderId", p.key_id AS "keyId",
  p.escrowed_at AS "escrowedAt", p.created_at AS "createdAt"`;

type Tenant = Pick<Caller, "organizationId" | "environment">;

/** A payment of the merchant who made it. */
export async function selectPayment(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<Payment | undefined> {
  const { rows } = await pool().query<Payment>({
    name: "find-payment",
    text: `
      SELECT ${paymentColumns} FROM payment p
      WHERE p.id = $1 AND p.organization_id = $2 AND p.environment = $3`,
    values: [id, organizationId, environment],
  });
  return rows[0];
}

export type IdempotencyEntry = { keyHash: Uint8Array; fingerprint: Uint8Array; payment: Payment };

/** The payments that stand under any of these keys. */
export async function selectByIdempotencyKeys(
  { organizationId, environment }: Tenant,
  keyHashes: Uint8Array[],
): Promise<IdempotencyEntry[]> {
  const { rows } = await asyncCommitPipeline().query<
    Omit<IdempotencyEntry, "payment"> & PaymentKey
  >({
    name: "find-idempotency-records",
    text: `
      SELECT key_hash AS "keyHash", fingerprint, environment, card_index AS "cardIndex",
             payment_id AS id
      FROM idempotency_record
      WHERE organization_id = $1 AND environment = $2 AND key_hash = ANY ($3)`,
    values: [organizationId, environment, keyHashes],
  });
  const entries = rows.map(async ({ keyHash, fingerprint, ...key }) => {
    // Not there any more where an erasure came between the two look-ups.
    const payment =
      (await selectPaymentByKey(key)) ??
      (await selectPayment({ organizationId, environment }, key.id));
    return payment ? [{ keyHash, fingerprint, payment }] : [];
  });
  return (await Promise.all(entries)).flat();
}

async function selectPaymentByKey(key: PaymentKey): Promise<Payment | undefined> {
  const { rows } = await asyncCommitPipeline().query<Payment>({
    name: "find-payment-by-key",
    text: `
      SELECT ${paymentColumns} FROM payment p
      WHERE p.environment = $1 AND p.card_index = $2 AND p.id = $3`,
    values: [key.environment, key.cardIndex, key.id],
  });
  return rows[0];
}

/** Where a payment stands now, if an erasure has moved it away from `key`. */
export async function selectMovedKey(
  db: Queryable,
  { environment, cardIndex, id }: PaymentKey,
): Promise<PaymentKey | undefined> {
  const { rows } = await db.query<PaymentKey>({
    name: "find-moved-key",
    text: `
      SELECT environment, card_index AS "cardIndex", id FROM payment
      WHERE id = $1 AND environment = $2 AND card_index <> $3`,
    values: [id, environment, cardIndex],
  });
  return rows[0];
}

/** Takes over a payment that nobody is busy with. Undefined where somebody else was faster. */
export async function claimPayment(
  { environment, cardIndex, id }: PaymentKey,
  claimMs: number,
): Promise<Payment | undefined> {
  const { rows } = await pool().query<Payment>({
    name: "claim-payment",
    text: `
      UPDATE payment p
      SET claimed_until = now() + make_interval(secs => $4::float8 / 1000),
          gateway_attempts = least(gateway_attempts + 1, 32767), updated_at = now()
      WHERE p.environment = $1 AND p.card_index = $2 AND p.id = $3 AND p.status = 'pending'
        AND (p.claimed_until IS NULL OR p.claimed_until <= now())
      RETURNING ${paymentColumns}`,
    values: [environment, cardIndex, id, claimMs],
  });
  return rows[0];
}

/**
 * Lets the next try begin at once: the gateway gave no answer, or was not even asked, which counts
 * as no attempt. A claim of somebody else stays.
 */
export async function releasePayment(
  { environment, cardIndex, id, gatewayAttempts }: PaymentKey & Pick<Payment, "gatewayAttempts">,
  { wasAsked } = { wasAsked: true },
): Promise<void> {
  const { rowCount } = await pool().query({
    name: "release-payment",
    text: `
      UPDATE payment
      SET claimed_until = NULL, updated_at = now(),
          gateway_attempts = gateway_attempts - CASE WHEN $5::boolean THEN 0 ELSE 1 END
      WHERE environment = $1 AND card_index = $2 AND id = $3 AND status = 'pending'
        AND gateway_attempts = $4`,
    values: [environment, cardIndex, id, gatewayAttempts, wasAsked],
  });
  if (rowCount === 1) return;
  const moved = await selectMovedKey(pool(), { environment, cardIndex, id });
  if (moved) await releasePayment({ ...moved, gatewayAttempts }, { wasAsked });
}

/** A pending payment, and what its gateway was asked for, encrypted. */
export type UnfinishedPayment = Payment & { gatewayRequest: Uint8Array };

const LONGEST_DELAY_SECONDS = 3600;

/**
 * When a pending payment may be taken up: with the end of its claim, or, where the gateway gave no
 * answer, after a delay that doubles with each attempt.
 */
const dueAt = `
  coalesce(p.claimed_until, p.updated_at + make_interval(
    secs => least(${LONGEST_DELAY_SECONDS}, power(2, least(p.gateway_attempts, 30)))))`;

/** Payments that nobody is busy with, of all organizations, the longest due first. */
export async function selectUnfinished(most: number): Promise<UnfinishedPayment[]> {
  const { rows } = await pool().query<UnfinishedPayment>({
    name: "list-unfinished",
    text: `
      SELECT ${paymentColumns}, q.gateway_request AS "gatewayRequest"
      FROM pending_payment q JOIN payment p ON p.id = q.payment_id
      WHERE p.status = 'pending' AND ${dueAt} <= now()
      ORDER BY ${dueAt} LIMIT $1`,
    values: [most],
  });
  return rows;
}

/** When the next pending payment is due; it may have been finished by then. */
export async function selectNextDue(): Promise<Date | undefined> {
  const { rows } = await pool().query<{ due: Date | null }>({
    name: "find-next-due",
    text: `
      SELECT min(${dueAt}) AS due
      FROM pending_payment q JOIN payment p ON p.id = q.payment_id
      WHERE p.status = 'pending'`,
  });
  return rows[0]?.due ?? undefined;
}
