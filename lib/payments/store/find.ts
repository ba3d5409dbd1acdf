import type { Tenant } from "#lib/core/caller.ts";
import type { IdRange } from "#lib/core/ids.ts";
import type { PaymentsLookup } from "#lib/payments/contract.ts";
import { pool } from "#lib/storage/database.ts";
import { inRange } from "#lib/storage/tenant-range.ts";
import { type Payment, paymentColumns } from "./columns.ts";
import { hasStatus } from "./has-status.ts";

export type EntrySelection = IdRange &
  Pick<
    PaymentsLookup,
    "receiptId" | "transactionId" | "merchantId" | "paymentStatus" | "gateway"
  > & {
    /** Nothing but these. */
    ids?: string[];
  };

/** The merchant's payments with these references. By hand: keyset pages of any of millions of rows. */
export async function selectEntries(
  tenant: Tenant,
  selection: EntrySelection,
  limit: number,
): Promise<Payment[]> {
  const { rows } = await pool().query<Payment>(entriesStatement(tenant, selection, limit));
  return rows;
}

/** Exported so that tests can EXPLAIN it. */
export function entriesStatement(
  { organizationId, environment }: Tenant,
  { ids, atOrAfter, before, ...selection }: EntrySelection,
  limit: number,
): { text: string; values: unknown[] } {
  const values: unknown[] = [organizationId, environment, atOrAfter, before];
  const when = (value: unknown, condition: (placeholder: string) => string) =>
    value === undefined ? [] : [condition(`$${values.push(value)}`)];
  const { receiptId, transactionId, merchantId, paymentStatus, gateway } = selection;
  const named = ids ?? receiptId ?? transactionId;

  const where = [
    // Few rows have one id or reference, which an index of its own finds; else the range has an index.
    named === undefined ? inRange : ofTenant,
    ...when(ids, (list) => `p.id = ANY (${list})`),
    ...when(receiptId, (reference) => `p.receipt_id COLLATE "C" = ${reference}`),
    ...when(transactionId, (reference) => `p.transaction_id COLLATE "C" = ${reference}`),
    ...when(merchantId, (merchant) => `p.merchant_id = ${merchant}`),
    ...(paymentStatus === undefined ? [] : [hasStatus[paymentStatus]]),
    ...when(gateway, (name) => `p.gateway = ${name}::gateway`),
  ].join(" AND ");
  return {
    text: `
      SELECT ${paymentColumns} FROM payment p
      WHERE ${where}
      ORDER BY p.organization_id DESC, p.environment DESC, p.id DESC
      LIMIT ${Math.trunc(limit)}`,
    values,
  };
}

const ofTenant = `
  p.organization_id = $1 AND p.environment = $2::environment AND p.id >= $3 AND p.id < $4`;
