import type { Tenant } from "#lib/core/caller.ts";
import type { IdRange } from "#lib/core/ids.ts";
import type { GatewayName, PaymentStatus, ReceiptStatus } from "#lib/core/vocabulary.ts";
import { escrowHorizon, receiptStatusSince } from "#lib/escrow/horizon.ts";
import { pool } from "#lib/storage/database.ts";
import { inRange } from "#lib/storage/tenant-range.ts";

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
export async function selectMerchantPayments(
  tenant: Tenant,
  selection: PaymentSelection,
  limit: number,
): Promise<MerchantPayment[]> {
  const walk = await isBroad(tenant, selection);
  const { rows } = await pool().query<MerchantPayment>(
    pageStatement(tenant, selection, limit, walk),
  );
  return rows;
}

export async function countMerchantPayments(
  tenant: Tenant,
  selection: PaymentSelection,
): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(countStatement(tenant, selection));
  return rows[0]?.count ?? 0;
}

/** For a look at its plan, too. With `walk`, the indexes of references are left aside. */
export function pageStatement(
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
export function countStatement(tenant: Tenant, selection: PaymentSelection): Query {
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

const newestFirst = "p.organization_id DESC, p.environment DESC, p.id DESC";

// Said so that each is found by what is kept of it alone, but for those that are most of all payments.
const hasStatus: Record<PaymentStatus, string> = {
  succeeded: "p.status = 'succeeded'",
  pending: "p.status = 'pending' AND p.id IN (SELECT payment_id FROM pending_payment)",
  failed: "p.unsuccessful_status = 'failed'",
  requires_confirmation: "p.unsuccessful_status = 'requires_confirmation'",
};

/** Puts a value into a query and returns its placeholder; $1 to $4 are the tenant and the range of ids. */
type Put = (value: unknown) => string;

// To sort the ids of as many takes some milliseconds.
const BROAD = 5_000;

/**
 * Whether so many references begin so that a page is full sooner by reading the newest payments than
 * by sorting what the indexes of references find.
 */
export async function isBroad(tenant: Tenant, selection: PaymentSelection): Promise<boolean> {
  if (selection.reference === undefined) return false;
  const { rows } = await pool().query<{ count: number }>(
    breadthStatement(tenant, { ...selection, reference: selection.reference }),
  );
  return rows[0]?.count === BROAD;
}

/** For a look at its plan, too. */
export function breadthStatement(
  { organizationId, environment }: Tenant,
  { reference, atOrAfter, before }: IdRange & { reference: string },
): { text: string; values: unknown[] } {
  const values: unknown[] = [organizationId, environment, atOrAfter, before];
  const arms = armsOf(reference, (value) => `$${values.push(value)}`);
  const text = `SELECT count(*) AS count FROM (${arms.join(" UNION ALL ")} LIMIT ${BROAD}) found`;
  return { text, values };
}

/** For a walk along the payments: of no use to an index, or the planner would sort after all. */
function beginsWith(reference: string, put: Put): string {
  const start = put(reference);
  const begins = (column: string) => `left(p.${column}, length(${start})) = ${start}`;
  return `(${begins("receipt_id")} OR ${begins("transaction_id")})`;
}

/**
 * The ids from the two indexes of references alone, then a row for each as far as the page needs:
 * the plan that costs the same whatever the planner believes of a merchant's way of numbering.
 */
function foundBy(reference: string, put: Put): string {
  return `
    (SELECT found.id FROM (${armsOf(reference, put).join(" UNION ")}) found
     ORDER BY found.id DESC) f
    CROSS JOIN LATERAL (
      SELECT * FROM payment p WHERE p.organization_id = $1 AND p.environment = $2 AND p.id = f.id
      OFFSET 0) p`;
}

function armsOf(reference: string, put: Put): string[] {
  const from = put(reference);
  // Behind everything that begins so: no text has this noncharacter.
  const to = put(`${reference}\u{10FFFF}`);
  return ["receipt_id", "transaction_id"].map(
    (column) => `
    SELECT p.id FROM payment p
    WHERE p.organization_id = $1 AND p.environment = $2::environment AND p.id >= $3 AND p.id < $4
      AND p.${column} COLLATE "C" >= ${from} AND p.${column} COLLATE "C" < ${to}`,
  );
}
