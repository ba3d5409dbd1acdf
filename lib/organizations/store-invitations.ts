import type { Role } from "#lib/core/permissions.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { insertMember } from "./store.ts";

export type StoredInvitation = {
  id: string;
  organizationId: string;
  organizationName: string;
  email: string;
  role: Role;
  /** Null once that member left. */
  invitedBy: string | null;
  createdAt: Date;
  expiresAt: Date;
};

const select = `
  SELECT i.id, i.organization_id AS "organizationId", o.name AS "organizationName", i.email, i.role,
         m.email AS "invitedBy", i.created_at AS "createdAt", i.expires_at AS "expiresAt"
  FROM invitation i JOIN organization o ON o.id = i.organization_id
  LEFT JOIN member m ON m.id = i.invited_by_id`;

/** Those that can still be accepted, the latest first. */
export async function selectInvitations(organizationId: string): Promise<StoredInvitation[]> {
  const { rows } = await pool().query<StoredInvitation>(
    `${select} WHERE i.organization_id = $1 AND i.expires_at > now()
     ORDER BY i.created_at DESC, i.id DESC`,
    [organizationId],
  );
  return rows;
}

export async function selectInvitation(
  tokenHash: Uint8Array,
): Promise<StoredInvitation | undefined> {
  const { rows } = await pool().query<StoredInvitation>(
    `${select} WHERE i.token_hash = $1 AND i.expires_at > now()`,
    [tokenHash],
  );
  return rows[0];
}

type NewInvitation = Pick<
  StoredInvitation,
  "id" | "organizationId" | "email" | "role" | "createdAt" | "expiresAt"
> & { tokenHash: Uint8Array; invitedById: string };

/**
 * Takes the place of an earlier invitation to the same address. False where the address is a
 * member's of the organization already.
 */
export async function upsertInvitation(invitation: NewInvitation): Promise<boolean> {
  const { rowCount } = await pool().query(
    `INSERT INTO invitation
       (id, organization_id, email, role, token_hash, invited_by_id, created_at, expires_at)
     SELECT $1, $2, $3, $4::role, $5, $6, $7, $8
     WHERE NOT EXISTS (SELECT 1 FROM member WHERE organization_id = $2 AND email = $3)
     ON CONFLICT (organization_id, email)
     DO UPDATE SET id = $1, role = $4::role, token_hash = $5, invited_by_id = $6,
                   created_at = $7, expires_at = $8`,
    [
      invitation.id,
      invitation.organizationId,
      invitation.email,
      invitation.role,
      invitation.tokenHash,
      invitation.invitedById,
      invitation.createdAt,
      invitation.expiresAt,
    ],
  );
  return rowCount === 1;
}

/** False where there was none. */
export async function deleteInvitation(organizationId: string, id: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    "DELETE FROM invitation WHERE organization_id = $1 AND id = $2",
    [organizationId, id],
  );
  return rowCount === 1;
}

/**
 * Makes the member that the invitation is for, and the invitation ends: of any number of calls with
 * one token one gets true. A unique violation where the email is a member's of anybody.
 */
export async function insertInvitedMember(
  tokenHash: Uint8Array,
  { id, passwordHash }: { id: string; passwordHash: string },
): Promise<boolean> {
  return await inTransaction(async (transaction) => {
    const { rows } = await transaction.query<{ organizationId: string; email: string; role: Role }>(
      `DELETE FROM invitation WHERE token_hash = $1 AND expires_at > now()
       RETURNING organization_id AS "organizationId", email, role`,
      [tokenHash],
    );
    const [accepted] = rows;
    if (!accepted) return false;

    await insertMember(transaction, { id, passwordHash, ...accepted });
    return true;
  });
}
