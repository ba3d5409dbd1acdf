import type { Tenant } from "#lib/core/caller.ts";
import { pool } from "#lib/storage/database.ts";
import { type Payment, paymentColumns } from "./columns.ts";
import type { EntrySelection } from "./find.ts";
import { hasStatus } from "./has-status.ts";

export type TransactionRange = {
  atOrAfter: Date | "-infinity";
  /** None of that moment without an id, else those with smaller ids. */
  before: { at: Date | "infinity"; id: string };
};

/** The merchant's payments, the latest transactions first. By hand: keyset pages of any of millions of rows. */
export async function selectByTransaction(
  tenant: Tenant,
  selection: EntrySelection,
  range: TransactionRange,
  limit: number,
): Promise<Payment[]> {
  const { rows } = await pool().query<Payment>(
    byTransactionStatement(tenant, selection, range, limit),
  );
  return rows;
}

/** Exported so that tests can EXPLAIN it. One range of the index, unless few rows have an id or a reference. */
export function byTransactionStatement(
  { organizationId, environment }: Tenant,
  selection: EntrySelection,
  { atOrAfter, before }: TransactionRange,
  limit: number,
): { text: string; values: unknown[] } {
  const values: unknown[] = [organizationId, environment, atOrAfter, before.at, before.id];
  const when = (value: unknown, condition: (placeholder: string) => string) =>
    value === undefined ? [] : [condition(`$${values.push(value)}`)];
  const { ids, receiptId, transactionId, merchantId, paymentStatus, gateway } = selection;
  const named = [
    ...when(ids, (list) => `id = ANY (${list})`),
    ...when(receiptId, (reference) => `receipt_id COLLATE "C" = ${reference}`),
    ...when(transactionId, (reference) => `transaction_id COLLATE "C" = ${reference}`),
  ];
  const ofTenant = "organization_id = $1 AND environment = $2::environment";
  const source =
    named.length > 0
      ? `(SELECT * FROM payment WHERE ${[ofTenant, ...named].join(" AND ")} OFFSET 0)`
      : "payment";
  // Written so that no other index serves them: the planner would sort what it finds by those.
  const conditions = [
    inRange,
    "p.transaction_at IS NOT NULL",
    "p.refund_of IS NULL",
    ...when(selection.atOrAfter, (first) => `p.id || '' >= ${first}`),
    ...when(selection.before, (end) => `p.id || '' < ${end}`),
    ...when(merchantId, (merchant) => `p.merchant_id || '' = ${merchant}`),
    ...(paymentStatus === undefined ? [] : [hasStatus[paymentStatus]]),
    ...when(gateway, (name) => `p.gateway = ${name}::gateway`),
  ];
  return {
    text: `
      SELECT ${paymentColumns} FROM ${source} p
      WHERE ${conditions.join(" AND ")}
      ORDER BY p.organization_id DESC, p.environment DESC, p.transaction_at DESC, p.id DESC
      LIMIT ${Math.trunc(limit)}`,
    values,
  };
}

const inRange = `
  (p.organization_id, p.environment, p.transaction_at, p.id) >= ($1, $2::environment, $3::timestamptz, '')
  AND (p.organization_id, p.environment, p.transaction_at, p.id)
    < ($1, $2::environment, $4::timestamptz, $5::text)`;
