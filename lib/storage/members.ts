import type { OrganizationKind } from "#lib/contract/organization-kind.ts";
import type { Role } from "#lib/contract/role.ts";
import type { Tier } from "#lib/contract/tier.ts";
import { pool } from "./database.ts";

export type StoredMember = {
  id: string;
  organizationId: string;
  role: Role;
  sessionVersion: number;
  lastSeenAt: Date | null;
  kind: OrganizationKind;
  tier: Tier;
};

export async function findMember(id: string): Promise<StoredMember | undefined> {
  const { rows } = await pool().query<StoredMember>({
    name: "find-member",
    text: `
      SELECT m.id, m.organization_id AS "organizationId", m.role,
             m.session_version AS "sessionVersion", m.last_seen_at AS "lastSeenAt", o.kind, o.tier
      FROM member m JOIN organization o ON o.id = m.organization_id
      WHERE m.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Moves last-seen on, at most once a minute however many requests there are. */
export async function touchMember(id: string, seenAt: Date): Promise<void> {
  await pool().query({
    name: "touch-member",
    text: `
      UPDATE member SET last_seen_at = $2
      WHERE id = $1 AND (last_seen_at IS NULL OR last_seen_at < $2::timestamptz - interval '1 minute')`,
    values: [id, seenAt],
  });
}

export type SignInRow = {
  id: string;
  passwordHash: string;
  sessionVersion: number;
  totpSecret: Uint8Array | null;
  totpSince: Date | null;
};

/** Addresses are compared without regard to case, as people type them. */
export async function findSignIn(email: string): Promise<SignInRow | undefined> {
  const { rows } = await pool().query<SignInRow>({
    name: "find-sign-in",
    text: `
      SELECT id, password_hash AS "passwordHash", session_version AS "sessionVersion",
             totp_secret AS "totpSecret", totp_since AS "totpSince"
      FROM member WHERE email = lower($1)`,
    values: [email],
  });
  return rows[0];
}
