import type { Tenant } from "#lib/core/caller.ts";
import type { IdRange } from "#lib/core/ids.ts";
import type { PaymentsLookup } from "#lib/payments/contract.ts";
import { pool } from "#lib/storage/database.ts";
import { inRange } from "#lib/storage/tenant-range.ts";
import { type Payment, paymentColumns } from "./columns.ts";
import { hasStatus } from "./has-status.ts";
import { fromSoldHours, isSold, newestFirst } from "./sold-hours.ts";

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
  const put = (value: unknown) => `$${values.push(value)}`;
  const when = (value: unknown, condition: (placeholder: string) => string) =>
    value === undefined ? [] : [condition(put(value))];
  const { receiptId, transactionId, merchantId, paymentStatus: status, gateway } = selection;
  const conditions = [
    ...when(ids, (list) => `p.id = ANY (${list})`),
    ...when(receiptId, (reference) => `p.receipt_id COLLATE "C" = ${reference}`),
    ...when(transactionId, (reference) => `p.transaction_id COLLATE "C" = ${reference}`),
    ...(status === undefined ? [] : [hasStatus[status]]),
    ...when(gateway, (name) => `p.gateway = ${name}::gateway`),
  ];

  const page = (source: string, where: string[], order: string) => ({
    text: `
      SELECT ${paymentColumns} FROM ${source}
      WHERE ${where.join(" AND ")}
      ORDER BY ${order}
      LIMIT ${Math.trunc(limit)}`,
    values,
  });
  const named = ids ?? receiptId ?? transactionId;
  // Few rows have one id or reference, which an index of its own finds; else the range has an index.
  if (named !== undefined) {
    const ofMerchant = when(merchantId, (merchant) => `p.merchant_id = ${merchant}`);
    return page("payment p", [ofTenant, ...conditions, ...ofMerchant], newestFirst);
  }
  if (merchantId !== undefined) {
    const range = ofMerchantInRange(put(merchantId));
    return page("payment p", [range, ...conditions], newestOfMerchantFirst);
  }
  if (gateway !== undefined && isSold({ gateway, status, before })) {
    const sold = { conditions: conditions.join(" AND "), limit };
    const source = fromSoldHours({ gateway, status, before }, sold, put);
    return page(source, ["true"], "h.hour DESC, p.id DESC");
  }
  return page("payment p", [inRange, ...conditions], newestFirst);
}

const ofTenant = `
  p.organization_id = $1 AND p.environment = $2::environment AND p.id >= $3 AND p.id < $4`;

/** As `inRange`, of the index that starts with the merchantId. */
const ofMerchantInRange = (merchantId: string) => `
  (p.merchant_id, p.organization_id, p.environment, p.id) >= (${merchantId}, $1, $2::environment, $3)
  AND (p.merchant_id, p.organization_id, p.environment, p.id) < (${merchantId}, $1, $2::environment, $4)`;

const newestOfMerchantFirst =
  "p.merchant_id DESC, p.organization_id DESC, p.environment DESC, p.id DESC";
