import type { Role } from "#lib/contract/role.ts";
import type { Tier } from "#lib/contract/tier.ts";
import { pool } from "./database.ts";

export type StoredMember = {
  id: string;
  organizationId: string;
  role: Role;
  sessionVersion: number;
  tier: Tier;
};

export async function findMember(id: string): Promise<StoredMember | undefined> {
  const { rows } = await pool().query<StoredMember>({
    name: "find-member",
    text: `
      SELECT m.id, m.organization_id AS "organizationId", m.role,
             m.session_version AS "sessionVersion", o.tier
      FROM member m JOIN organization o ON o.id = m.organization_id
      WHERE m.id = $1`,
    values: [id],
  });
  return rows[0];
}

export type SignInRow = { id: string; passwordHash: string; sessionVersion: number };

/** Addresses are compared without regard to case, as people type them. */
export async function findSignIn(email: string): Promise<SignInRow | undefined> {
  const { rows } = await pool().query<SignInRow>({
    name: "find-sign-in",
    text: `
      SELECT id, password_hash AS "passwordHash", session_version AS "sessionVersion"
      FROM member WHERE email = lower($1)`,
    values: [email],
  });
  return rows[0];
}
