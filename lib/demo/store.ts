import { firstIdAt } from "#lib/core/ids.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { DrawnStep } from "./draw-sales.ts";

export type DemoOrganizationRow = {
  kind: OrganizationKind;
  organizationId: string;
  historyUntil: Date | null;
  /** Of the demo's own key, which the log names as the caller. */
  apiKeyId: string | null;
};

/** Reads API keys, which another room owns. */
export async function selectDemoOrganizations(): Promise<DemoOrganizationRow[]> {
  const { rows } = await pool().query<DemoOrganizationRow>(
    `SELECT d.kind, d.organization_id AS "organizationId", d.history_until AS "historyUntil",
            (SELECT min(k.id) FROM api_key k
             WHERE k.organization_id = d.organization_id AND k.environment = 'development') AS "apiKeyId"
     FROM demo_organization d`,
  );
  return rows;
}

/** Whom strangers act for in the organization of that kind. Reads members, whom another room owns. */
export async function selectGuest(
  kind: OrganizationKind,
): Promise<{ memberId: string; organizationId: string; sessionVersion: number } | undefined> {
  const demo = await prisma().demoOrganization.findUnique({
    where: { kind },
    select: {
      organization: {
        select: {
          members: { where: { isGuest: true }, select: { id: true, sessionVersion: true } },
        },
      },
      organizationId: true,
    },
  });
  const [guest] = demo?.organization.members ?? [];
  if (!demo || !guest) return undefined;
  const { organizationId } = demo;
  return { memberId: guest.id, organizationId, sessionVersion: guest.sessionVersion };
}

export async function countGuests(): Promise<number> {
  return await prisma().member.count({
    where: { isGuest: true, organization: { demo: { isNot: null } } },
  });
}

/** Where the history of the merchant ends; locked, so that no hour is written twice. */
export async function lockHistory(
  transaction: Transaction,
  organizationId: string,
): Promise<Date | null | undefined> {
  const { rows } = await transaction.query<{ until: Date | null }>(
    `SELECT history_until AS until FROM demo_organization WHERE organization_id = $1 FOR UPDATE`,
    [organizationId],
  );
  return rows[0]?.until;
}

export async function updateHistory(
  transaction: Transaction,
  organizationId: string,
  until: Date,
): Promise<void> {
  await transaction.query(
    "UPDATE demo_organization SET history_until = $2 WHERE organization_id = $1",
    [organizationId, until],
  );
}

export async function insertItems(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.query("INSERT INTO demo_item (id) SELECT unnest($1::text[])", [ids]);
}

export type StoredStep = DrawnStep & { paymentId: string };

export async function insertSteps(
  transaction: Transaction,
  steps: readonly StoredStep[],
): Promise<void> {
  await transaction.query(
    `INSERT INTO demo_step (payment_id, kind, due_at, percent)
     SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::smallint[])`,
    [
      steps.map(({ paymentId }) => paymentId),
      steps.map(({ kind }) => kind),
      steps.map(({ at }) => at),
      steps.map(({ percent }) => percent ?? null),
    ],
  );
}

/** Takes the steps that are due by then, in the order of their times. */
export async function deleteDueSteps(transaction: Transaction, until: Date): Promise<StoredStep[]> {
  const { rows } = await transaction.query<
    Omit<StoredStep, "percent"> & { percent: number | null }
  >(
    `DELETE FROM demo_step WHERE due_at < $1
     RETURNING payment_id AS "paymentId", kind, due_at AS at, percent`,
    [until],
  );
  return rows
    .map(({ percent, ...step }) => (percent === null ? step : { ...step, percent }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

export type Regular = {
  cardholderId: string;
  cardIndex: Uint8Array<ArrayBuffer>;
  pepperVersion: number;
  keyId: string;
  publicKey: string;
};

/** The newest cardholders of the history. Reads cardholders and their keys, which another room owns. */
export async function selectRegulars(limit: number): Promise<Regular[]> {
  const { rows } = await pool().query<Regular>(
    `SELECT c.id AS "cardholderId", c.card_index AS "cardIndex", c.pepper_version AS "pepperVersion",
            k.key_id AS "keyId", k.public_key AS "publicKey"
     FROM demo_item i
     JOIN cardholder c ON c.id = i.id
     JOIN cardholder_key k ON k.cardholder_id = c.id AND k.key_id = c.current_key_id
     WHERE i.id >= 'usr_' AND i.id < 'usr_g' ORDER BY i.id DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function selectOldCardholders(before: Date): Promise<string[]> {
  return await selectItems("usr_", firstIdAt("cardholder", before), 1_000);
}

export type OldPayments = {
  /** The oldest ones. */
  all: string[];
  /** Those of them that nobody else has refunded, canceled, or opened. */
  untouched: string[];
  /** Of their grants. */
  hashes: Uint8Array[];
};

/** Payments of the history from before that time. Reads payments and grants, which other rooms own. */
export async function selectOldPayments(before: Date, limit: number): Promise<OldPayments> {
  const all = await selectItems("pay_", firstIdAt("payment", before), limit);
  const { rows } = await pool().query<{ id: string; hashes: Uint8Array[]; isUntouched: boolean }>(
    `SELECT p.id, g.hashes,
            p.cancel_requested_at IS NULL AND NOT g.others AND NOT EXISTS (
              SELECT FROM payment r WHERE r.refund_of = p.id
                AND NOT EXISTS (SELECT FROM demo_item i WHERE i.id = r.id)) AS "isUntouched"
     FROM payment p
     CROSS JOIN LATERAL (
       SELECT coalesce(array_agg(t.hash), '{}') AS hashes,
              coalesce(bool_or(i.id IS NULL), false) AS others
       FROM access_token t LEFT JOIN demo_item i ON i.id = 'tok_' || encode(t.hash, 'hex')
       WHERE t.cardholder_id = p.cardholder_id AND p.id IN (t.payment_id, t.used_for)) g
     WHERE p.id = ANY ($1)`,
    [all],
  );
  const untouched = rows.filter(({ isUntouched }) => isUntouched);
  return {
    all,
    untouched: untouched.map(({ id }) => id),
    hashes: untouched.flatMap(({ hashes }) => hashes),
  };
}

async function selectItems(first: string, before: string, limit: number): Promise<string[]> {
  const rows = await prisma().demoItem.findMany({
    where: { id: { gte: first, lt: before } },
    orderBy: { id: "asc" },
    take: limit,
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

export async function deleteItems(transaction: Transaction, ids: readonly string[]): Promise<void> {
  await transaction.query("DELETE FROM demo_item WHERE id = ANY ($1)", [ids]);
  await transaction.query("DELETE FROM demo_step WHERE payment_id = ANY ($1)", [ids]);
}
