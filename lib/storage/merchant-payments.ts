import type { Tenant } from "#lib/auth/caller.ts";
import type { GatewayName, PaymentStatus, ReceiptStatus } from "#lib/contract/payments.ts";
import { pool } from "./database.ts";
import { escrowHorizon } from "./escrow-horizon.ts";
import { beginsWith, foundBy, isBroad } from "./payment-references.ts";

export type MerchantPayment = {
  paymentId: string;
  merchantId: string;
  receiptId: string;
  transactionId: string;
  gateway: GatewayName;
  status: PaymentStatus;
  declineCode: string | null;
  receiptStatus: ReceiptStatus;
  amount: number;
  currency: string;
  refundedAmount: number;
  createdAt: Date;
};

/** Ids sort by time: the period and the place in the list are one range of them. */
export type IdRange = { atOrAfter: string; before: string };

export type PaymentSelection = IdRange & {
  status?: PaymentStatus | undefined;
  gateway?: GatewayName | undefined;
  receiptStatus?: ReceiptStatus | undefined;
  amountMin?: number | undefined;
  amountMax?: number | undefined;
  currency?: string | undefined;
  /** How a receiptId or transactionId begins. */
  reference?: string | undefined;
};

type Query = { text: string; values: unknown[] };

/** The merchant's payments, newest first. */
export async function listMerchantPayments(
  tenant: Tenant,
  selection: PaymentSelection,
  limit: number,
): Promise<MerchantPayment[]> {
  const walk = await isBroad(tenant, selection);
  const { rows } = await pool().query<MerchantPayment>(pageQuery(tenant, selection, limit, walk));
  return rows;
}

export async function countMerchantPayments(
  tenant: Tenant,
  selection: PaymentSelection,
): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(countQuery(tenant, selection));
  return rows[0]?.count ?? 0;
}

/** For a look at its plan, too. With `walk`, the indexes of references are left aside. */
export function pageQuery(
  tenant: Tenant,
  selection: PaymentSelection,
  limit: number,
  walk = false,
): Query {
  const { source, where, order, values, horizon } = select(tenant, selection, walk);
  return {
    text: `
      SELECT p.id AS "paymentId", p.merchant_id AS "merchantId", p.receipt_id AS "receiptId",
             p.transaction_id AS "transactionId", p.gateway, p.status,
             p.decline_code AS "declineCode", ${receiptStatusSince(horizon)} AS "receiptStatus",
             p.amount, p.currency, p.refunded_amount AS "refundedAmount",
             p.created_at AS "createdAt"
      FROM ${source}
      WHERE ${where}
      ORDER BY ${order}
      LIMIT ${Math.trunc(limit)}`,
    values,
  };
}

/** For a look at its plan, too. */
export function countQuery(tenant: Tenant, selection: PaymentSelection): Query {
  const { source, where, values } = select(tenant, selection);
  return { text: `SELECT count(*) AS count FROM ${source} WHERE ${where}`, values };
}

function select(
  { organizationId, environment }: Tenant,
  selection: PaymentSelection,
  walk = false,
) {
  const { status, gateway, receiptStatus, amountMin, amountMax, currency, reference } = selection;
  const values: unknown[] = [organizationId, environment, selection.atOrAfter, selection.before];
  const put = (value: unknown) => `$${values.push(value)}`;
  const horizon = put(escrowHorizon());
  const when = (value: unknown, condition: (placeholder: string) => string) =>
    value === undefined ? [] : [condition(put(value))];

  const where = [
    inRange,
    // Said always, so that each value has its place in each query.
    `${horizon}::timestamptz IS NOT NULL`,
    ...(status === undefined ? [] : [hasStatus[status]]),
    ...when(gateway, (g) => `p.gateway = ${g}::gateway`),
    ...when(receiptStatus, (s) => `${receiptStatusSince(horizon)} = ${s}::receipt_status`),
    ...when(currency, (c) => `p.currency = ${c}`),
    ...when(amountMin, (a) => `p.amount >= ${a}::bigint`),
    ...when(amountMax, (a) => `p.amount <= ${a}::bigint`),
    ...(walk && reference !== undefined ? [beginsWith(reference, put)] : []),
  ].join(" AND ");
  return walk || reference === undefined
    ? { source: "payment p", where, order: newestFirst, values, horizon }
    : { source: foundBy(reference, put), where, order: "f.id DESC", values, horizon };
}

/**
 * One merchant's payments of a period, as one stretch of the index that is led by the merchant. Said
 * with equal signs, a planner that takes merchants for alike in size would rather walk everybody's
 * payments in the order of their ids than this one's.
 */
export const inRange = `
  (p.organization_id, p.environment, p.id) >= ($1, $2::environment, $3)
  AND (p.organization_id, p.environment, p.id) < ($1, $2::environment, $4)`;

const newestFirst = "p.organization_id DESC, p.environment DESC, p.id DESC";

// Said so that each is found by what is kept of it alone, but for those that are most of all payments.
const hasStatus: Record<PaymentStatus, string> = {
  succeeded: "p.status = 'succeeded'",
  pending: "p.status = 'pending' AND p.id IN (SELECT payment_id FROM pending_payment)",
  failed: "p.unsuccessful_status = 'failed'",
  requires_confirmation: "p.unsuccessful_status = 'requires_confirmation'",
};

/** Escrow ends on its day, not when the next sweep comes by. */
export function receiptStatusSince(horizon: string): string {
  return `
    CASE WHEN p.receipt_status = 'escrowed' AND p.escrowed_at < ${horizon}::timestamptz
         THEN 'expired'::receipt_status ELSE p.receipt_status END`;
}
