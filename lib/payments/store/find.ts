import type { Tenant } from "#lib/core/caller.ts";
import type { IdRange } from "#lib/core/ids.ts";
import type { PaymentsLookup } from "#lib/payments/contract.ts";
import { pool } from "#lib/storage/database.ts";
import { inRange } from "#lib/storage/tenant-range.ts";
import { type Payment, paymentColumns } from "./columns.ts";
import { hasStatus } from "./has-status.ts";
import { fromSoldHours, isSold, newestFirst, type Walk } from "./sold-hours.ts";

export type EntrySelection = IdRange &
  Pick<
    PaymentsLookup,
    "receiptId" | "transactionId" | "merchantId" | "paymentStatus" | "gateway"
  > & {
    /** Nothing but these. */
    ids?: string[];
  };

/** So many of a merchant's newest payments are looked at one by one. */
const LOOKED_AT = 300;

/** The merchant's payments with these references. By hand: keyset pages of any of millions of rows. */
export async function selectEntries(
  tenant: Tenant,
  selection: EntrySelection,
  limit: number,
  lookedAt = LOOKED_AT,
): Promise<Payment[]> {
  const reached = isNarrowed(selection)
    ? await selectReach(tenant, selection, lookedAt)
    : undefined;
  if (reached === undefined) return await select(entriesStatement(tenant, selection, limit));

  const newest = await select(
    entriesStatement(tenant, { ...selection, atOrAfter: reached }, limit),
  );
  if (newest.length === limit) return newest;
  const others = { ...selection, before: reached };
  const older = await select(
    entriesStatement(tenant, others, limit - newest.length, { isRare: true }),
  );
  return [...newest, ...older];
}

/** Whether a merchant may have millions of payments and few of these. */
function isNarrowed({ merchantId, paymentStatus, gateway, ...others }: EntrySelection): boolean {
  return (
    merchantId !== undefined &&
    (paymentStatus !== undefined || gateway !== undefined) &&
    !isNamed(others)
  );
}

function isNamed({ ids, receiptId, transactionId }: Omit<EntrySelection, keyof IdRange>): boolean {
  return (ids ?? receiptId ?? transactionId) !== undefined;
}

/** The id of the last of a merchant's payments that are looked at one by one, where it has more. */
async function selectReach(
  { organizationId, environment }: Tenant,
  { merchantId, atOrAfter, before }: EntrySelection,
  lookedAt: number,
): Promise<string | undefined> {
  const walk = ofMerchant("$5");
  const { rows } = await pool().query<{ id: string }>(
    `SELECT p.id FROM payment p WHERE ${walk.between("$3", "$4")}
     ORDER BY ${walk.newestFirst} OFFSET $6 LIMIT 1`,
    [organizationId, environment, atOrAfter, before, merchantId, lookedAt - 1],
  );
  return rows[0]?.id;
}

async function select(statement: Statement): Promise<Payment[]> {
  const { rows } = await pool().query<Payment>(statement);
  return rows;
}

type Statement = { text: string; values: unknown[] };

/** Exported so that tests can EXPLAIN it. With `isRare`, a merchant's payments are not walked one by one. */
export function entriesStatement(
  { organizationId, environment }: Tenant,
  selection: EntrySelection,
  limit: number,
  { isRare = false } = {},
): Statement {
  const { before } = selection;
  const values: unknown[] = [organizationId, environment, selection.atOrAfter, before];
  const put = (value: unknown) => `$${values.push(value)}`;
  const when = (value: unknown, condition: (placeholder: string) => string) =>
    value === undefined ? [] : [condition(put(value))];
  const { ids, receiptId, transactionId, merchantId, paymentStatus: status, gateway } = selection;
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
  const withMerchant = () => [
    ...conditions,
    // Written so that no index serves it: the planner would walk the merchant's payments after all.
    ...when(merchantId, (merchant) => `p.merchant_id || '' = ${merchant}`),
  ];
  // Few rows have one id or reference, which an index of its own finds; else the range has an index.
  if (isNamed(selection)) {
    return page("payment p", [ofTenant, ...withMerchant()], newestFirst);
  }
  if (merchantId !== undefined && !isRare) {
    const { between, newestFirst: order } = ofMerchant(put(merchantId));
    return page("payment p", [between("$3", "$4"), ...conditions], order);
  }

  // What has not succeeded has small indexes, of all merchants of the organization together.
  const isInSmallIndex = status !== undefined && status !== "succeeded";
  const walk = isRare && !isInSmallIndex ? ofMerchant(put(merchantId)) : undefined;
  const found = walk ? conditions : withMerchant();
  if (isSold({ gateway, status, before }) && (gateway !== undefined || walk)) {
    const sold = { conditions: found.join(" AND "), limit, walk };
    const source = fromSoldHours({ gateway, status, before }, sold, put);
    return page(source, ["true"], "h.hour DESC, p.id DESC");
  }
  return page("payment p", [inRange, ...found], newestFirst);
}

const ofTenant = `
  p.organization_id = $1 AND p.environment = $2::environment AND p.id >= $3 AND p.id < $4`;

/** As `inRange`, of the index that starts with the merchantId. */
const ofMerchant = (merchantId: string): Walk => ({
  between: (first, end) => `
    (p.merchant_id, p.organization_id, p.environment, p.id) >= (${merchantId}, $1, $2::environment, ${first})
    AND (p.merchant_id, p.organization_id, p.environment, p.id) < (${merchantId}, $1, $2::environment, ${end})`,
  newestFirst: "p.merchant_id DESC, p.organization_id DESC, p.environment DESC, p.id DESC",
});
