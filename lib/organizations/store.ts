import type { Role } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";

export type StoredOrganization = {
  id: string;
  name: string;
  kind: OrganizationKind;
  tier: Tier;
  createdAt: Date;
};

const organizationColumns = `id, name, kind, tier, created_at AS "createdAt"`;

export async function selectOrganization(id: string): Promise<StoredOrganization | undefined> {
  const { rows } = await pool().query<StoredOrganization>(
    `SELECT ${organizationColumns} FROM organization WHERE id = $1`,
    [id],
  );
  return rows[0];
}

export async function updateOrganizationName(
  id: string,
  name: string,
): Promise<StoredOrganization | undefined> {
  const { rows } = await pool().query<StoredOrganization>(
    `UPDATE organization SET name = $2 WHERE id = $1 RETURNING ${organizationColumns}`,
    [id, name],
  );
  return rows[0];
}

/**
 * Removes the organization with its members, keys and connections; false, and nothing happens, while
 * it holds payments or cardholders of any environment.
 */
export async function deleteEmptyOrganization(id: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    `DELETE FROM organization o WHERE id = $1
       AND NOT EXISTS (SELECT 1 FROM cardholder WHERE organization_id = o.id)
       AND NOT EXISTS (SELECT 1 FROM payment WHERE organization_id = o.id)`,
    [id],
  );
  return rowCount === 1;
}

type NewMember = { id: string; email: string; passwordHash: string };
type NewOrganization = { id: string; name: string; kind: OrganizationKind; tier: Tier };

/** An organization and its owner; a unique violation where the email is taken. */
export async function insertOrganization(
  organization: NewOrganization,
  owner: NewMember,
): Promise<void> {
  await inTransaction(async (transaction) => {
    const { id, name, kind, tier } = organization;
    await transaction.query(
      "INSERT INTO organization (id, name, kind, tier) VALUES ($1, $2, $3, $4)",
      [id, name, kind, tier],
    );
    await insertMember(transaction, { ...owner, organizationId: id, role: "owner" });
  });
}

export async function insertMember(
  queryable: Queryable,
  member: NewMember & { organizationId: string; role: Role },
): Promise<void> {
  await queryable.query({
    text: `
      INSERT INTO member (id, organization_id, email, password_hash, role)
      VALUES ($1, $2, $3, $4, $5)`,
    values: [member.id, member.organizationId, member.email, member.passwordHash, member.role],
  });
}

export type OrganizationMember = {
  id: string;
  email: string;
  role: Role;
  createdAt: Date;
  lastSeenAt: Date | null;
  totpSince: Date | null;
};

export type MemberChange =
  | { state: "changed"; member: OrganizationMember }
  | { state: "not_found" }
  | { state: "last_owner" };

const memberColumns = `
  id, email, role, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
  totp_since AS "totpSince"`;

/** The first ones first. */
export async function selectMembers(organizationId: string): Promise<OrganizationMember[]> {
  const { rows } = await pool().query<OrganizationMember>(
    `SELECT ${memberColumns} FROM member WHERE organization_id = $1 ORDER BY created_at, id`,
    [organizationId],
  );
  return rows;
}

export async function updateMemberRole(
  organizationId: string,
  memberId: string,
  role: Role,
): Promise<MemberChange> {
  return await inTransaction(async (transaction) => {
    const found = await lockMember(transaction, organizationId, memberId);
    if (!found) return { state: "not_found" };
    if (role !== "owner" && isLastOwner(found)) return { state: "last_owner" };

    await transaction.query("UPDATE member SET role = $3 WHERE organization_id = $1 AND id = $2", [
      organizationId,
      memberId,
      role,
    ]);
    return { state: "changed", member: { ...found.member, role } };
  });
}

export async function deleteMember(
  organizationId: string,
  memberId: string,
): Promise<MemberChange> {
  return await inTransaction(async (transaction) => {
    const found = await lockMember(transaction, organizationId, memberId);
    if (!found) return { state: "not_found" };
    if (isLastOwner(found)) return { state: "last_owner" };

    await transaction.query("DELETE FROM member WHERE organization_id = $1 AND id = $2", [
      organizationId,
      memberId,
    ]);
    return { state: "changed", member: found.member };
  });
}

type Found = { member: OrganizationMember; owners: number };

/** Two owners that demote each other at once must meet: one waits here for the other. */
async function lockMember(
  transaction: Transaction,
  organizationId: string,
  memberId: string,
): Promise<Found | undefined> {
  await transaction.query("SELECT 1 FROM organization WHERE id = $1 FOR UPDATE", [organizationId]);
  const { rows } = await transaction.query<OrganizationMember>(
    `SELECT ${memberColumns} FROM member WHERE organization_id = $1 AND (id = $2 OR role = 'owner')`,
    [organizationId, memberId],
  );
  const member = rows.find(({ id }) => id === memberId);
  return member && { member, owners: rows.filter(({ role }) => role === "owner").length };
}

function isLastOwner({ member, owners }: Found): boolean {
  return member.role === "owner" && owners === 1;
}
