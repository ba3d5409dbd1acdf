import type { Caller } from "#lib/auth/caller.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { GatewayName, PaymentStatus, ReceiptStatus } from "#lib/contract/payments.ts";
import { pool, type Queryable } from "./database.ts";

/** A payment without its envelope. */
export type Payment = {
  id: string;
  environment: Environment;
  organizationId: string;
  gateway: GatewayName;
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

/** Of `payment p`. */
export const paymentColumns = `
  p.id, p.environment, p.organization_id AS "organizationId", p.gateway,
  p.merchant_id AS "merchantId", p.receipt_id AS "receiptId",
  p.transaction_id AS "transactionId", p.amount, p.currency, p.mock_items AS "mockItems", p.status,
  p.decline_code AS "declineCode", p.gateway_attempts AS "gatewayAttempts",
  p.claimed_until AS "claimedUntil", p.order_id AS "orderId", p.client_secret AS "clientSecret",
  p.refunded_amount AS "refundedAmount", p.receipt_status AS "receiptStatus",
  p.cardholder_id AS "cardholderId", p.key_id AS "keyId",
  p.escrowed_at AS "escrowedAt", p.created_at AS "createdAt"`;

type Tenant = Pick<Caller, "organizationId" | "environment">;

/** A payment of the merchant who made it. */
export async function findPayment(
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
export async function findByIdempotencyKeys(
  { organizationId, environment }: Tenant,
  keyHashes: Uint8Array[],
): Promise<IdempotencyEntry[]> {
  const { rows } = await pool().query<Payment & Omit<IdempotencyEntry, "payment">>({
    name: "find-by-idempotency-keys",
    text: `
      SELECT r.key_hash AS "keyHash", r.fingerprint, ${paymentColumns}
      FROM idempotency_record r JOIN payment p ON p.id = r.payment_id
      WHERE r.organization_id = $1 AND r.environment = $2 AND r.key_hash = ANY ($3)
        AND p.organization_id = $1 AND p.environment = $2`,
    values: [organizationId, environment, keyHashes],
  });
  return rows.map(({ keyHash, fingerprint, ...payment }) => ({ keyHash, fingerprint, payment }));
}

/** Takes over a payment that nobody is busy with. Undefined where somebody else was faster. */
export async function claimPayment(
  { id, environment }: Payment,
  claimMs: number,
): Promise<Payment | undefined> {
  const { rows } = await pool().query<Payment>({
    name: "claim-payment",
    text: `
      UPDATE payment p
      SET claimed_until = now() + make_interval(secs => $3::float8 / 1000),
          gateway_attempts = least(gateway_attempts + 1, 32767), updated_at = now()
      WHERE p.id = $1 AND p.environment = $2 AND p.status = 'pending'
        AND (p.claimed_until IS NULL OR p.claimed_until <= now())
      RETURNING ${paymentColumns}`,
    values: [id, environment, claimMs],
  });
  return rows[0];
}

/** Lets the next try begin at once: the gateway gave no answer. */
export async function releasePayment({ id, environment }: Payment): Promise<void> {
  await pool().query({
    name: "release-payment",
    text: `
      UPDATE payment SET claimed_until = NULL, updated_at = now()
      WHERE id = $1 AND environment = $2 AND status = 'pending'`,
    values: [id, environment],
  });
}

export type PaymentResult =
  | { status: "succeeded" | "requires_confirmation"; orderId: string; clientSecret: Uint8Array }
  | { status: "failed"; declineCode: string };

/**
 * The one place where a payment changes its status, whoever brings the news: the answer to a call,
 * the job that repeats it, or a notification; what the gateway was asked for ends with it. News
 * that come late change nothing. That money was taken is believed also after a failure: a provider
 * lets a customer try another card on the same payment.
 */
export async function recordResult(
  db: Queryable,
  { id, environment }: Pick<Payment, "id" | "environment">,
  result: PaymentResult,
): Promise<void> {
  const made = result.status === "failed" ? undefined : result;
  await db.query({
    name: "record-result",
    text: `
      UPDATE payment
      SET status = $3::payment_status, order_id = coalesce($4::text, order_id),
          client_secret = coalesce($5::bytea, client_secret), decline_code = $6,
          gateway_request = NULL, claimed_until = NULL, updated_at = now()
      WHERE id = $1 AND environment = $2 AND (order_id IS NULL OR $4::text IS NULL OR order_id = $4::text)
        AND (status = 'pending'
          OR (status = 'requires_confirmation' AND $3::payment_status IN ('succeeded', 'failed'))
          OR (status = 'failed' AND $3::payment_status = 'succeeded'))`,
    values: [
      id,
      environment,
      result.status,
      made?.orderId ?? null,
      made?.clientSecret ?? null,
      result.status === "failed" ? result.declineCode : null,
    ],
  });
}

/** Refunds are told as their sum so far, which only grows: an older one that comes later is less. */
export async function recordRefund(
  db: Queryable,
  { id, environment }: Pick<Payment, "id" | "environment">,
  refundedAmount: number,
): Promise<void> {
  await db.query(
    `UPDATE payment SET refunded_amount = $3, updated_at = now()
     WHERE id = $1 AND environment = $2 AND refunded_amount < $3`,
    [id, environment, refundedAmount],
  );
}
