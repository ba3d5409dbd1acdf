import type { Put } from "./sold-hours.ts";

/** For a walk along the payments: written so that no index serves it, or the planner would sort after all. */
export function beginsWith(reference: string, put: Put): string {
  const start = put(reference);
  const begins = (column: string) => `left(p.${column}, length(${start})) = ${start}`;
  return `(${begins("receipt_id")} OR ${begins("transaction_id")})`;
}

/**
 * The ids from the two indexes of references alone, then a row for each as far as the page needs:
 * the plan that costs the same however a merchant numbers its receipts.
 */
export function foundBy(reference: string, put: Put): string {
  return `
    (SELECT DISTINCT found.id FROM (${armsOf(reference, put).join(" UNION ALL ")}) found
     ORDER BY found.id DESC) f
    CROSS JOIN LATERAL (
      SELECT * FROM payment p WHERE p.organization_id = $1 AND p.environment = $2 AND p.id = f.id
      OFFSET 0) p`;
}

/** What each of the two indexes finds, as statements. */
export function armsOf(reference: string, put: Put): string[] {
  const from = put(reference);
  // Behind everything that begins so: no text has this noncharacter.
  const to = put(`${reference}\u{10FFFF}`);
  // The range of ids is written so that no index serves it: the planner would read all ids of the range beside.
  return ["receipt_id", "transaction_id"].map(
    (column) => `
    SELECT p.id FROM payment p
    WHERE p.organization_id = $1 AND p.environment = $2::environment
      AND p.id || '' >= $3 AND p.id || '' < $4
      AND p.${column} COLLATE "C" >= ${from} AND p.${column} COLLATE "C" < ${to}`,
  );
}
