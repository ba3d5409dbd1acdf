import type { PaymentFilters } from "#lib/payments/contract-console.ts";
import { idAt } from "#lib/payments/summed-hours.ts";

/** Puts a value into a query and returns its placeholder; $1 to $4 are the tenant and the range of ids. */
export type Put = (value: unknown) => string;

/**
 * A source for `payment p` under these conditions, from the hours alone that have payments in the currency and,
 * where they are asked for, between the amounts: by their sums, so that what nobody has paid is not looked
 * for among millions. What is not summed yet comes first. Ordered by `h.first`, then as one likes.
 */
export function fromSoldHours(
  { currency, amountMin, amountMax }: Pick<PaymentFilters, "currency" | "amountMin" | "amountMax">,
  conditions: string,
  put: Put,
): string {
  const ofAmount = [
    ...(amountMin === undefined ? [] : [`AND s.highest >= ${put(amountMin)}::bigint`]),
    ...(amountMax === undefined ? [] : [`AND s.lowest <= ${put(amountMax)}::bigint`]),
  ];
  return `
    (SELECT * FROM (
       SELECT ${idAt("until")} AS first, $4 AS behind FROM payment_sum_progress
       UNION ALL
       SELECT ${idAt("s.hour")}, ${idAt("s.hour + interval '1 hour'")}
       FROM payment_sum s JOIN payment_sum_progress progress ON s.hour < progress.until
       WHERE s.organization_id = $1 AND s.environment = $2::environment AND NOT s.is_change
         AND s.currency = ${put(currency)}::text ${ofAmount.join(" ")}) hour
     WHERE first < $4 AND behind > $3
     ORDER BY first DESC) h
    CROSS JOIN LATERAL (
      SELECT * FROM payment p
      WHERE (p.organization_id, p.environment, p.id) >= ($1, $2::environment, greatest($3, h.first))
        AND (p.organization_id, p.environment, p.id) < ($1, $2::environment, least($4, h.behind))
        AND ${conditions}
      OFFSET 0) p`;
}
