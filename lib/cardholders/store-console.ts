import type { Tenant } from "#lib/core/caller.ts";
import type { PaymentStatus } from "#lib/core/vocabulary.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { ofIssuer } from "#lib/storage/tenant-range.ts";
import {
  type CardholderDetails,
  type CardholderKey,
  type CardholderSummary,
  MAX_COUNTED_RECEIPTS,
  MAX_LISTED_RECEIPTS,
} from "./contract-console.ts";

/** Without the words of the fingerprint, which is not stored. */
export type CardholderRow = Omit<CardholderSummary, "fingerprint"> &
  Pick<CardholderDetails, "deliveredReceipts"> & {
    /** PEM, of the current key */
    publicKey: string;
  };

export type CardholderSelection = {
  /** User ids below this one. */
  before: string;
  /** User ids from here up to there, and the beginning of current key ids. */
  search?: { userIds?: readonly [string, string] | undefined; keyId: string } | undefined;
};

/**
 * The issuer's cardholders, the last registered first. Each row's receipts are counted in the index
 * alone, and no further than is shown: a page costs the same for every cardholder.
 */
export async function selectCardholderPage(
  tenant: Tenant,
  selection: CardholderSelection,
  limit: number,
): Promise<CardholderRow[]> {
  return await selectCardholderRows(cardholdersStatement(tenant, selection, limit));
}

/** How many of a cardholder's newest receipts belong to payments in which state; null without any. */
type CountsByStatus = { counts: Partial<Record<PaymentStatus, number>> | null };

export async function selectCardholderSummary(
  tenant: Tenant,
  userId: string,
): Promise<(CardholderRow & CountsByStatus) | undefined> {
  const [row] = await selectCardholderRows<CountsByStatus>(summaryStatement(tenant, userId));
  return row;
}

/** By hand: keyset pages over millions of rows, with a bounded count in each. */
async function selectCardholderRows<More = unknown>(statement: {
  text: string;
  values: unknown[];
}): Promise<(CardholderRow & More)[]> {
  const { rows } = await pool().query<CardholderRow & More>(statement);
  return rows;
}

/** Exported so that tests can EXPLAIN it. */
export function summaryStatement({ organizationId, environment }: Tenant, userId: string) {
  const one =
    "(SELECT * FROM cardholder WHERE organization_id = $1 AND environment = $2 AND id = $3)";
  return {
    text: summarize(one, MAX_COUNTED_RECEIPTS, [countsByStatus]),
    values: [organizationId, environment, userId],
  };
}

const countsByStatus = `(
  SELECT json_object_agg(status, count) FROM (
    SELECT newest.status, count(*) FROM (
      SELECT p.status FROM payment p WHERE p.cardholder_id = c.id
      ORDER BY p.id DESC LIMIT ${MAX_COUNTED_RECEIPTS}) newest
    GROUP BY 1) counted) AS counts`;

/** Exported so that tests can EXPLAIN it. */
export function cardholdersStatement(
  { organizationId, environment }: Tenant,
  { before, search }: CardholderSelection,
  limit: number,
) {
  const values: unknown[] = [organizationId, environment, before];
  const put = (value: unknown) => `$${values.push(value)}`;
  const maxRows = Math.trunc(limit);
  const page = search ? foundBy(search, put, maxRows) : `(${newest} LIMIT ${maxRows})`;
  return { text: summarize(page, MAX_LISTED_RECEIPTS), values };
}

const newest = `
  SELECT c.* FROM cardholder c WHERE ${ofIssuer}
  ORDER BY c.organization_id DESC, c.environment DESC, c.id DESC`;

/**
 * Payments and grants need no condition on the tenant: the cardholder they belong to has one. Reads
 * both tables, which other rooms own.
 */
function summarize(page: string, maxReceipts: number, more: string[] = []): string {
  return `
    SELECT c.id AS "userId", c.current_key_id AS "keyId", k.public_key AS "publicKey",
           c.registered_at AS "registeredAt", c.delivered_receipts AS "deliveredReceipts",
           least(held.count, ${maxReceipts}) AS receipts,
           held.count > ${maxReceipts} AS "hasMoreReceipts",
           ${['opened.used_at AS "lastOpenedAt"', ...more].join(", ")}
    FROM ${page} c
    JOIN cardholder_key k ON k.cardholder_id = c.id AND k.key_id = c.current_key_id
    CROSS JOIN LATERAL (
      SELECT count(*) FROM (
        SELECT FROM payment p WHERE p.cardholder_id = c.id LIMIT ${maxReceipts + 1}) counted) held
    LEFT JOIN LATERAL (
      SELECT t.used_at FROM access_token t
      WHERE t.cardholder_id = c.id AND t.used_at IS NOT NULL
      ORDER BY t.created_at DESC LIMIT 1) opened ON true
    ORDER BY c.id DESC`;
}

type Search = NonNullable<CardholderSelection["search"]>;

/** The ids from the two indexes alone, then as many rows as the page needs. */
function foundBy({ userIds, keyId }: Search, put: (value: unknown) => string, maxRows: number) {
  const arm = (condition: string) => `
    SELECT c.id FROM cardholder c
    WHERE c.organization_id = $1 AND c.environment = $2 AND c.id < $3 AND ${condition}`;
  // Sorts after everything that begins so: no text contains this noncharacter.
  const [from, to] = [put(keyId), put(`${keyId}\u{10FFFF}`)];
  const arms = [
    arm(`c.current_key_id COLLATE "C" >= ${from} AND c.current_key_id COLLATE "C" < ${to}`),
    ...(userIds ? [arm(`c.id >= ${put(userIds[0])} AND c.id < ${put(userIds[1])}`)] : []),
  ];
  return `
    (SELECT c.* FROM (
       SELECT found.id FROM (${arms.join(" UNION ")}) found
       ORDER BY found.id DESC LIMIT ${maxRows}) f
     CROSS JOIN LATERAL (
       SELECT * FROM cardholder c
       WHERE c.organization_id = $1 AND c.environment = $2 AND c.id = f.id OFFSET 0) c)`;
}

/** All keys that a cardholder of the issuer has or had, the newest first. */
export async function selectCardholderKeys(
  { organizationId, environment }: Tenant,
  userId: string,
): Promise<Omit<CardholderKey, "fingerprint" | "kind" | "isCurrent">[]> {
  return await prisma().cardholderKey.findMany({
    where: { cardholderId: userId, cardholder: { organizationId, environment } },
    orderBy: { createdAt: "desc" },
    select: { keyId: true, publicKey: true, createdAt: true, retiredAt: true },
  });
}
