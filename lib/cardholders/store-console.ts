import type { Tenant } from "#lib/core/caller.ts";
import type { PaymentStatus } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import { ofIssuer } from "#lib/storage/tenant-range.ts";
import { COUNTED_RECEIPTS, LISTED_RECEIPTS } from "./contract-console.ts";

export type IssuerCardholder = {
  userId: string;
  keyId: string;
  /** PEM */
  publicKey: string;
  registeredAt: Date;
  deliveredReceipts: number;
  /** Counted to one more than is shown. */
  receipts: number;
  lastOpenedAt: Date | null;
};

export type CardholderSelection = {
  /** User ids: this place in the list, and where it ends. */
  before: string;
  /** What the search may find: user ids from here to there, and current key ids. */
  search?: { userIds?: readonly [string, string] | undefined; keyId: string } | undefined;
};

/**
 * The issuer's cardholders, registered last first. Each row's receipts are counted in the index alone,
 * and no further than is shown: a page costs the same whoever is on it.
 */
export async function selectIssuerCardholders(
  tenant: Tenant,
  selection: CardholderSelection,
  limit: number,
): Promise<IssuerCardholder[]> {
  const { rows } = await pool().query<IssuerCardholder>(
    cardholdersStatement(tenant, selection, limit),
  );
  return rows;
}

export async function selectIssuerCardholder(
  tenant: Tenant,
  userId: string,
): Promise<IssuerCardholder | undefined> {
  const { rows } = await pool().query<IssuerCardholder>({
    name: "find-issuer-cardholder",
    text: summarize(
      "(SELECT * FROM cardholder WHERE organization_id = $1 AND environment = $2 AND id = $3)",
      COUNTED_RECEIPTS,
    ),
    values: [tenant.organizationId, tenant.environment, userId],
  });
  return rows[0];
}

/** For a look at its plan, too. */
export function cardholdersStatement(
  { organizationId, environment }: Tenant,
  { before, search }: CardholderSelection,
  limit: number,
) {
  const values: unknown[] = [organizationId, environment, before];
  const put = (value: unknown) => `$${values.push(value)}`;
  const most = Math.trunc(limit);
  const page = search ? foundBy(search, put, most) : `(${newest} LIMIT ${most})`;
  return { text: summarize(page, LISTED_RECEIPTS), values };
}

const newest = `
  SELECT c.* FROM cardholder c WHERE ${ofIssuer}
  ORDER BY c.organization_id DESC, c.environment DESC, c.id DESC`;

/** A cardholder belongs to one environment, and so does whatever refers to it. */
function summarize(page: string, mostReceipts: number): string {
  return `
    SELECT c.id AS "userId", c.current_key_id AS "keyId", k.public_key AS "publicKey",
           c.registered_at AS "registeredAt", c.delivered_receipts AS "deliveredReceipts",
           held.count AS receipts, opened.used_at AS "lastOpenedAt"
    FROM ${page} c
    JOIN cardholder_key k ON k.cardholder_id = c.id AND k.key_id = c.current_key_id
    CROSS JOIN LATERAL (
      SELECT count(*) FROM (
        SELECT FROM payment p WHERE p.cardholder_id = c.id LIMIT ${mostReceipts + 1}) counted) held
    LEFT JOIN LATERAL (
      SELECT t.used_at FROM access_token t
      WHERE t.cardholder_id = c.id AND t.used_at IS NOT NULL
      ORDER BY t.created_at DESC LIMIT 1) opened ON true
    ORDER BY c.id DESC`;
}

type Search = NonNullable<CardholderSelection["search"]>;

/** The ids from the two indexes alone, then a row for each as far as the page needs. */
function foundBy({ userIds, keyId }: Search, put: (value: unknown) => string, most: number) {
  const arm = (condition: string) => `
    SELECT c.id FROM cardholder c
    WHERE c.organization_id = $1 AND c.environment = $2 AND c.id < $3 AND ${condition}`;
  // Behind everything that begins so: no text has this noncharacter.
  const [from, to] = [put(keyId), put(`${keyId}\u{10FFFF}`)];
  const arms = [
    arm(`c.current_key_id COLLATE "C" >= ${from} AND c.current_key_id COLLATE "C" < ${to}`),
    ...(userIds ? [arm(`c.id >= ${put(userIds[0])} AND c.id < ${put(userIds[1])}`)] : []),
  ];
  return `
    (SELECT c.* FROM (
       SELECT found.id FROM (${arms.join(" UNION ")}) found
       ORDER BY found.id DESC LIMIT ${most}) f
     CROSS JOIN LATERAL (
       SELECT * FROM cardholder c
       WHERE c.organization_id = $1 AND c.environment = $2 AND c.id = f.id OFFSET 0) c)`;
}

export type DatedCardholderKey = {
  keyId: string;
  /** PEM */
  publicKey: string;
  createdAt: Date;
  retiredAt: Date | null;
};

/** All keys that a cardholder of the issuer has or had, the newest first. */
export async function selectCardholderKeys(
  { organizationId, environment }: Tenant,
  userId: string,
): Promise<DatedCardholderKey[]> {
  const { rows } = await pool().query<DatedCardholderKey>({
    name: "list-cardholder-keys",
    text: `
      SELECT k.key_id AS "keyId", k.public_key AS "publicKey", k.created_at AS "createdAt",
             k.retired_at AS "retiredAt"
      FROM cardholder c JOIN cardholder_key k ON k.cardholder_id = c.id
      WHERE c.id = $1 AND c.organization_id = $2 AND c.environment = $3
      ORDER BY k.created_at DESC`,
    values: [userId, organizationId, environment],
  });
  return rows;
}

/** Of the newest receipts of a cardholder, how many payments are in which state. */
export async function countByStatus(
  { environment }: Pick<Tenant, "environment">,
  userId: string,
): Promise<{ status: PaymentStatus; count: number }[]> {
  const { rows } = await pool().query<{ status: PaymentStatus; count: number }>({
    name: "count-receipts-by-status",
    text: `
      SELECT newest.status, count(*) AS count FROM (
        SELECT p.status FROM payment p
        WHERE p.environment = $1 AND p.cardholder_id = $2 AND p.id >= '' AND p.id < 'pay_g'
        ORDER BY p.id DESC LIMIT ${COUNTED_RECEIPTS}) newest
      GROUP BY 1`,
    values: [environment, userId],
  });
  return rows;
}
