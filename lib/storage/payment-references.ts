import type { Tenant } from "#lib/auth/caller.ts";
import { pool } from "./database.ts";
import type { IdRange, PaymentSelection } from "./merchant-payments.ts";

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
    breadthQuery(tenant, { ...selection, reference: selection.reference }),
  );
  return rows[0]?.count === BROAD;
}

/** For a look at its plan, too. */
export function breadthQuery(
  { organizationId, environment }: Tenant,
  { reference, atOrAfter, before }: IdRange & { reference: string },
): { text: string; values: unknown[] } {
  const values: unknown[] = [organizationId, environment, atOrAfter, before];
  const arms = armsOf(reference, (value) => `$${values.push(value)}`);
  const text = `SELECT count(*) AS count FROM (${arms.join(" UNION ALL ")} LIMIT ${BROAD}) found`;
  return { text, values };
}

/** For a walk along the payments: of no use to an index, or the planner would sort after all. */
export function beginsWith(reference: string, put: Put): string {
  const start = put(reference);
  const begins = (column: string) => `left(p.${column}, length(${start})) = ${start}`;
  return `(${begins("receipt_id")} OR ${begins("transaction_id")})`;
}

/**
 * The ids from the two indexes of references alone, then a row for each as far as the page needs:
 * the plan that costs the same whatever the planner believes of a merchant's way of numbering.
 */
export function foundBy(reference: string, put: Put): string {
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
