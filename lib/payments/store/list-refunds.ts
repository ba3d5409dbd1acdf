import type { Tenant } from "#lib/core/caller.ts";
import type { IdRange } from "#lib/core/ids.ts";
import type { RefundsQuery } from "#lib/payments/contract-refunds.ts";
import { pool } from "#lib/storage/database.ts";
import { inRange } from "#lib/storage/tenant-range.ts";
import { paymentColumns } from "./columns.ts";
import type { Refund } from "./refund.ts";
import { newestFirst } from "./sold-hours.ts";

export type RefundSelection = IdRange &
  Pick<RefundsQuery, "refundStatus" | "paymentId" | "refundReference">;

/** With what came back of its sale by now. */
type RefundRow = Refund & { saleRefundedAmount: number };

/** The merchant's refunds, newest first. By hand: keyset pages of any of millions of rows. */
export async function selectRefundPage(
  tenant: Tenant,
  selection: RefundSelection,
  limit: number,
): Promise<RefundRow[]> {
  const { rows } = await pool().query<RefundRow>(refundsStatement(tenant, selection, limit));
  return rows;
}

/** Exported so that tests can EXPLAIN it. Ids of refunds have a prefix of their own: they are one range of the index. */
export function refundsStatement(
  { organizationId, environment }: Tenant,
  { atOrAfter, before, refundStatus, paymentId, refundReference }: RefundSelection,
  limit: number,
): { text: string; values: unknown[] } {
  const values: unknown[] = [organizationId, environment, atOrAfter, before];
  const when = (value: unknown, condition: (placeholder: string) => string) =>
    value === undefined ? [] : [condition(`$${values.push(value)}`)];
  // A payment has few refunds, which an index of its own finds, whatever the planner takes it for.
  const [ofPayment] = when(
    paymentId,
    (id) => `(SELECT * FROM payment WHERE refund_of = ${id} OFFSET 0)`,
  );
  const conditions = [
    inRange,
    ...when(refundStatus, (status) => `p.status = ${status}::payment_status`),
    ...when(refundReference, (reference) => `p.refund_reference = ${reference}`),
  ];
  return {
    text: `
      SELECT ${paymentColumns}, (
        SELECT s.refunded_amount FROM payment s
        WHERE s.id = p.refund_of AND s.organization_id = $1 AND s.environment = $2::environment
      ) AS "saleRefundedAmount"
      FROM ${ofPayment ?? "payment"} p
      WHERE ${conditions.join(" AND ")}
      ORDER BY ${newestFirst}
      LIMIT ${Math.trunc(limit)}`,
    values,
  };
}
