import type { Role } from "#lib/contract/role.ts";
import { inTransaction, pool, type Transaction } from "./database.ts";

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

const columns = `
  id, email, role, created_at AS "createdAt", last_seen_at AS "lastSeenAt",
  totp_since AS "totpSince"`;

/** The first ones first. */
export async function listMembers(organizationId: string): Promise<OrganizationMember[]> {
  const { rows } = await pool().query<OrganizationMember>(
    `SELECT ${columns} FROM member WHERE organization_id = $1 ORDER BY created_at, id`,
    [organizationId],
  );
  return rows;
}

export async function changeMemberRole(
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

export async function removeMember(
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
    `SELECT ${columns} FROM member WHERE organization_id = $1 AND (id = $2 OR role = 'owner')`,
    [organizationId, memberId],
  );
  const member = rows.find(({ id }) => id === memberId);
  return member && { member, owners: rows.filter(({ role }) => role === "owner").length };
}

function isLastOwner({ member, owners }: Found): boolean {
  return member.role === "owner" && owners === 1;
}
