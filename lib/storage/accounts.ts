import type { OrganizationKind } from "#lib/contract/organization-kind.ts";
import type { Role } from "#lib/contract/role.ts";
import type { Tier } from "#lib/contract/tier.ts";
import { inTransaction, pool, type Queryable } from "./database.ts";

/** A member with what only the member itself may see or change. */
export type Account = {
  id: string;
  email: string;
  role: Role;
  passwordHash: string;
  totpSecret: Uint8Array | null;
  totpSince: Date | null;
  organization: { id: string; name: string; kind: OrganizationKind; tier: Tier };
};

export async function findAccount(memberId: string): Promise<Account | undefined> {
  const { rows } = await pool().query<Account>(
    `SELECT m.id, m.email, m.role, m.password_hash AS "passwordHash",
            m.totp_secret AS "totpSecret", m.totp_since AS "totpSince",
            json_build_object('id', o.id, 'name', o.name, 'kind', o.kind, 'tier', o.tier)
              AS organization
     FROM member m JOIN organization o ON o.id = m.organization_id
     WHERE m.id = $1`,
    [memberId],
  );
  return rows[0];
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

/** Ends every session of the member; gives the version that new ones have. */
export async function endSessions(memberId: string): Promise<number> {
  return await countUp(memberId, "");
}

/** Ends every session of the member as well; gives the version that new ones have. */
export async function changePassword(memberId: string, passwordHash: string): Promise<number> {
  return await countUp(memberId, ", password_hash = $2", passwordHash);
}

async function countUp(memberId: string, also: string, ...values: string[]): Promise<number> {
  const { rows } = await pool().query<{ sessionVersion: number }>(
    `UPDATE member SET session_version = session_version + 1${also} WHERE id = $1
     RETURNING session_version AS "sessionVersion"`,
    [memberId, ...values],
  );
  // A member that was removed meanwhile has no session in any version.
  return rows[0]?.sessionVersion ?? 0;
}
