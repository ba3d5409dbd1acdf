import type { Tenant } from "#lib/core/caller.ts";
import type { IdRange } from "#lib/core/ids.ts";
import { escrowHorizon, receiptStatusSince } from "#lib/escrow/horizon.ts";
import { builtInProvider } from "#lib/gateways/contract-providers.ts";
import {
  type ConsolePayment,
  consolePayment,
  type PaymentFilters,
} from "#lib/payments/contract-console.ts";
import { pool } from "#lib/storage/database.ts";
import { inRange } from "#lib/storage/tenant-range.ts";
import { foundBy, hasText, indexArms, type TextSearch } from "./by-text.ts";
import { selectList } from "./columns.ts";
import { hasStatus } from "./has-status.ts";
import { atLeastMajor, atMostMajor } from "./major-units.ts";
import { fromSoldHours, isSold, newestFirst } from "./sold-hours.ts";

export type PaymentSelection = IdRange &
  Omit<PaymentFilters, "from" | "to" | "search"> & { search?: TextSearch | undefined };

/** What is known for matching is still encrypted. */
export type ListedPayment = ConsolePayment & { matchData: Uint8Array | null };

type Query = { text: string; values: unknown[] };

/** The merchant's payments, newest first. */
export async function selectPayments(
  tenant: Tenant,
  selection: PaymentSelection,
  limit: number,
): Promise<ListedPayment[]> {
  const walk = await isBroad(tenant, selection);
  return await selectRows<ListedPayment>(pageStatement(tenant, selection, limit, walk));
}

export async function countPayments(tenant: Tenant, selection: PaymentSelection): Promise<number> {
  return await count(countStatement(tenant, selection, await isBroad(tenant, selection)));
}

/** Of what was paid, refunds not deducted; by currency, the one of most payments first. */
export async function selectAmounts(
  tenant: Tenant,
  selection: PaymentSelection,
): Promise<{ currency: string; amount: number; count: number }[]> {
  const walk = await isBroad(tenant, selection);
  const { source, where, values } = select(tenant, selection, walk);
  const text = `
    SELECT p.currency, sum(p.amount)::bigint AS amount, count(*) AS count
    FROM ${source}
    WHERE ${where} AND p.status = 'succeeded'
    GROUP BY p.currency
    ORDER BY count DESC, p.currency`;
  return await selectRows({ text, values });
}

async function count(statement: Query): Promise<number> {
  const [row] = await selectRows<{ count: number }>(statement);
  return row?.count ?? 0;
}

/** By hand: keyset pages of any of millions of rows, and counts that read an index alone. */
async function selectRows<Row extends object>(statement: Query): Promise<Row[]> {
  const { rows } = await pool().query<Row>(statement);
  return rows;
}

/** What the merchant is shown of `payment p`, as of the placeholder `horizon` for open escrow. */
export function consoleColumns(horizon: string): string {
  const {
    paymentId: _id,
    receiptStatus: _status,
    provider: _provider,
    sealedAt: _sealedAt,
    ...columns
  } = consolePayment.shape;
  // Reads a row of `gateway_connection`, which the room `gateways` owns and keeps after its removal.
  return `
    p.id AS "paymentId", ${receiptStatusSince(horizon)} AS "receiptStatus",
    COALESCE((SELECT c.provider FROM gateway_connection c WHERE c.id = p.connection_id),
             '${builtInProvider.name}') AS provider,
    CASE WHEN p.sealing_place = 'service' THEN 'service' ELSE 'till' END AS "sealedAt",
    ${selectList([...Object.keys(columns), "matchData"])}`;
}

/** Exported so that tests can EXPLAIN it. With `walk`, it does without the indexes that a search uses. */
export function pageStatement(
  tenant: Tenant,
  selection: PaymentSelection,
  limit: number,
  walk = false,
): Query {
  const { source, where, order, values, horizon } = select(tenant, selection, walk, limit);
  return {
    text: `
      SELECT ${consoleColumns(horizon)}
      FROM ${source}
      WHERE ${where}
      ORDER BY ${order}
      LIMIT ${Math.trunc(limit)}`,
    values,
  };
}

/** Exported so that tests can EXPLAIN it. */
export function countStatement(tenant: Tenant, selection: PaymentSelection, walk = false): Query {
  const { source, where, values } = select(tenant, selection, walk);
  return { text: `SELECT count(*) AS count FROM ${source} WHERE ${where}`, values };
}

function select(
  { organizationId, environment }: Tenant,
  selection: PaymentSelection,
  walk = false,
  limit?: number,
) {
  const { status, gateway, receiptStatus, currency, search } = selection;
  const { amountMin, amountMax, majorMin, majorMax } = selection;
  const values: unknown[] = [organizationId, environment, selection.atOrAfter, selection.before];
  const put = (value: unknown) => `$${values.push(value)}`;
  const horizon = put(escrowHorizon());
  const when = (value: unknown, condition: (placeholder: string) => string) =>
    value === undefined ? [] : [condition(put(value))];

  const conditions = [
    // Always there, so that each query uses each of its values.
    `${horizon}::timestamptz IS NOT NULL`,
    ...(status === undefined ? [] : [hasStatus[status]]),
    ...when(gateway, (g) => `p.gateway = ${g}::gateway`),
    ...when(receiptStatus, (s) => `${receiptStatusSince(horizon)} = ${s}::receipt_status`),
    ...when(currency, (c) => `p.currency = ${c}`),
    ...when(amountMin, (a) => `p.amount >= ${a}::bigint`),
    ...when(amountMax, (a) => `p.amount <= ${a}::bigint`),
    ...when(majorMin, (a) => atLeastMajor("p.amount", a, "p.currency")),
    ...when(majorMax, (a) => atMostMajor("p.amount", a, "p.currency")),
    ...(walk && search !== undefined ? [hasText(search, put)] : []),
  ].join(" AND ");
  const where = `${inRange} AND ${conditions}`;
  const shared = { values, horizon };
  if (search !== undefined && !walk) {
    return { source: foundBy(search, put), where, order: "f.id DESC", ...shared };
  }
  if (search === undefined && isSold(selection)) {
    const source = fromSoldHours(selection, { conditions, limit, horizon }, put);
    return { source, where: "true", order: "h.hour DESC, p.id DESC", ...shared };
  }
  return { source: "payment p", where, order: newestFirst, ...shared };
}

// To sort this many ids takes 0.2 s; to walk to the first of them, seconds, where references count up.
const MAX_SORTED_IDS = 200_000;

/**
 * Whether so many payments answer to a search that a page is full sooner by reading the newest payments than
 * by sorting what the indexes find.
 */
export async function isBroad(
  tenant: Tenant,
  selection: PaymentSelection,
  most = MAX_SORTED_IDS,
): Promise<boolean> {
  const { search } = selection;
  if (search === undefined) return false;
  return (await count(breadthStatement(tenant, { ...selection, search }, most))) === most;
}

/** Exported so that tests can EXPLAIN it. */
export function breadthStatement(
  { organizationId, environment }: Tenant,
  { search, atOrAfter, before }: IdRange & { search: TextSearch },
  most = MAX_SORTED_IDS,
): Query {
  const values: unknown[] = [organizationId, environment, atOrAfter, before];
  const arms = indexArms(search, (value) => `$${values.push(value)}`);
  const text = `SELECT count(*) AS count FROM (${arms.join(" UNION ALL ")} LIMIT ${most}) found`;
  return { text, values };
}
