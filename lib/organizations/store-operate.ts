import { endSessionsOfOrganization } from "#lib/accounts/operate.ts";
import type { Act } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Tier } from "#lib/core/tiers.ts";
import { type Environment, environments, type OrganizationKind } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";

/** An organization as the operator sees it. */
export type OperatedOrganization = {
  id: string;
  name: string;
  kind: OrganizationKind;
  tier: Tier;
  approvedEnvironments: Environment[];
  owners: string[];
  createdAt: Date;
};

const columns = `
  o.id, o.name, o.kind, o.tier, o.approved_environments::text[] AS "approvedEnvironments",
  ARRAY (SELECT m.email FROM member m WHERE m.organization_id = o.id AND m.role = 'owner'
         ORDER BY m.created_at) AS owners,
  o.created_at AS "createdAt"`;

/** SQL for the owners beside each of them. */
export async function selectAllOrganizations(): Promise<OperatedOrganization[]> {
  const { rows } = await pool().query<OperatedOrganization>(
    `SELECT ${columns} FROM organization o ORDER BY o.created_at, o.id`,
  );
  return rows;
}

type Terms = { tier?: Tier; approve?: readonly Environment[]; close?: readonly Environment[] };

/** SQL, because two concurrent changes must both count: each starts from the result of the other. */
export async function updateTerms(
  id: string,
  { tier, approve = [], close = [] }: Terms,
  act: Act,
): Promise<OperatedOrganization | undefined> {
  return await inTransaction(async (transaction) => {
    const before = await transaction.query<TermsRow>(
      `SELECT ${terms} FROM organization WHERE id = $1 FOR UPDATE`,
      [id],
    );
    const [was] = before.rows;
    if (!was) return undefined;
    const { rows } = await transaction.query<OperatedOrganization>(
      `UPDATE organization o
     SET tier = coalesce($2, tier),
         approved_environments = ARRAY (
           SELECT name FROM unnest($5::environment[]) name
           WHERE (name = ANY (approved_environments) OR name = ANY ($3::environment[]))
             AND name <> ALL ($4::environment[]))
     WHERE id = $1 RETURNING ${columns}`,
      [id, tier ?? null, approve, close, environments],
    );
    const [row] = rows;
    if (!row) throw new Error("an organization that is locked is there");
    const { tier: newTier, approvedEnvironments } = row;
    const losesProduction =
      was.approvedEnvironments.includes("production") &&
      !approvedEnvironments.includes("production");
    // The longer limits elsewhere would make ended sessions valid again, and prolong the others.
    if (losesProduction) await endSessionsOfOrganization(transaction, id);
    await recordAct(transaction, {
      ...act,
      before: was,
      after: { tier: newTier, approvedEnvironments },
    });
    return row;
  });
}

type TermsRow = Pick<OperatedOrganization, "tier" | "approvedEnvironments">;

const terms = `tier, approved_environments::text[] AS "approvedEnvironments"`;
