import { type IdRange, idTime, isId } from "#lib/core/ids.ts";
import type { PaymentFilters } from "#lib/payments/contract-console.ts";
import { isRefundedStatus } from "#lib/payments/contract-status.ts";
import { idAt } from "#lib/payments/summed-hours.ts";
import { between } from "#lib/storage/tenant-range.ts";
import { atLeastMajor, atMostMajor } from "./major-units.ts";

/** Puts a value into a query and returns its placeholder; $1 to $4 are the tenant and the range of ids. */
export type Put = (value: unknown) => string;

/** An index of payments in the order of their ids: a range of it, and that order from the newest on. */
export type Walk = { between(first: string, end: string): string; newestFirst: string };

export const newestFirst = "p.organization_id DESC, p.environment DESC, p.id DESC";

const ofOrganization: Walk = { between, newestFirst };

type Sold = Pick<IdRange, "before"> &
  Pick<
    PaymentFilters,
    | "currency"
    | "gateway"
    | "status"
    | "receiptStatus"
    | "amountMin"
    | "amountMax"
    | "majorMin"
    | "majorMax"
  >;

/**
 * Whether the sums tell in which hours there is anything; what is pending has a table of its own, and what was
 * refunded an index.
 */
export function isSold({ status, ...others }: Sold): boolean {
  const { currency, gateway, receiptStatus, majorMin, majorMax } = others;
  if (status === "pending" || isRefundedStatus(status)) return false;
  const narrow = [status, currency, gateway, receiptStatus, majorMin, majorMax];
  return narrow.some((value) => value !== undefined);
}

/**
 * A source for `payment p` under these conditions, from the hours alone that have such payments by their sums, so
 * that a search with few matches does not read millions of payments. What is not summed yet comes first. Of each hour the
 * newest `limit`. Ordered by `h.hour`, then as one likes. Only a receipt status needs the placeholder `horizon`.
 */
export function fromSoldHours(
  selection: Sold,
  {
    conditions,
    limit,
    horizon,
    walk = ofOrganization,
  }: { conditions: string; limit: number | undefined; horizon?: string; walk?: Walk | undefined },
  put: Put,
): string {
  const { currency, gateway, status, receiptStatus, before } = selection;
  const { amountMin, amountMax, majorMin, majorMax } = selection;
  const when = (value: unknown, condition: (placeholder: string) => string) =>
    value === undefined ? [] : [`AND ${condition(put(value))}`];
  // Escrow ends when it is due, not when the job comes by.
  const orOver =
    receiptStatus === "expired"
      ? `OR s.receipt_status = 'escrowed' AND s.hour < ${horizon}::timestamptz`
      : "";
  const ofSums = [
    ...when(currency, (c) => `s.currency = ${c}::text`),
    ...when(gateway, (g) => `s.gateway = ${g}::gateway`),
    ...when(status, (name) => `s.status = ${name}::payment_status`),
    ...when(receiptStatus, (name) => `(s.receipt_status = ${name}::receipt_status ${orOver})`),
    ...when(amountMin, (a) => `s.highest >= ${a}::bigint`),
    ...when(amountMax, (a) => `s.lowest <= ${a}::bigint`),
    ...when(majorMin, (a) => atLeastMajor("s.highest", a, "s.currency")),
    ...when(majorMax, (a) => atMostMajor("s.lowest", a, "s.currency")),
  ].join(" ");
  const end = put(isId("payment", before) ? idTime(before) : "infinity");
  return `
    (SELECT until AS hour, ${idAt("until")} AS first, $4 AS behind FROM payment_sum_progress
     UNION ALL
     SELECT hour, ${idAt("hour")}, ${idAt("hour + interval '1 hour'")} FROM (
       SELECT DISTINCT s.hour FROM payment_sum s
       WHERE s.organization_id = $1 AND s.environment = $2::environment AND s.payments > 0
         AND s.hour < (SELECT until FROM payment_sum_progress) AND s.hour <= ${end}::timestamptz
         ${ofSums}) sold
     ORDER BY hour DESC) h
    CROSS JOIN LATERAL (
      SELECT * FROM payment p
      WHERE ${walk.between("greatest($3, h.first)", "least($4, h.behind)")} AND ${conditions}
      ${limit === undefined ? "OFFSET 0" : `ORDER BY ${walk.newestFirst} LIMIT ${Math.trunc(limit)}`}) p`;
}
