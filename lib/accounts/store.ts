import type { Role } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";

export type StoredMember = {
  id: string;
  organizationId: string;
  role: Role;
  sessionVersion: number;
  lastSeenAt: Date | null;
  kind: OrganizationKind;
  tier: Tier;
};

export async function selectMember(id: string): Promise<StoredMember | undefined> {
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
export async function selectSignIn(email: string): Promise<SignInRow | undefined> {
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

export async function selectAccount(memberId: string): Promise<Account | undefined> {
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

/** Ends every session of the member; gives the version that new ones have. */
export async function endSessions(memberId: string): Promise<number> {
  return await countUp(memberId, "");
}

/** Ends every session of the member as well; gives the version that new ones have. */
export async function updatePassword(memberId: string, passwordHash: string): Promise<number> {
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

/** Keeps a secret that waits for its first code; false where one is in use already. */
export async function insertSecondFactor(memberId: string, secret: Uint8Array): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE member SET totp_secret = $2, totp_step = NULL WHERE id = $1 AND totp_since IS NULL`,
    [memberId, secret],
  );
  return rowCount === 1;
}

/** Takes the secret into use; false where it is not the one that waits any more. */
export async function activateSecondFactor(
  memberId: string,
  {
    secret,
    step,
    recoveryHashes,
  }: { secret: Uint8Array; step: number; recoveryHashes: Uint8Array[] },
): Promise<boolean> {
  return await inTransaction(async (transaction) => {
    const { rowCount } = await transaction.query(
      `UPDATE member SET totp_since = now(), totp_step = $3
       WHERE id = $1 AND totp_secret = $2 AND totp_since IS NULL`,
      [memberId, secret, step],
    );
    if (rowCount !== 1) return false;

    await transaction.query("DELETE FROM recovery_code WHERE member_id = $1", [memberId]);
    await transaction.query(
      "INSERT INTO recovery_code (member_id, hash) SELECT $1, unnest($2::bytea[])",
      [memberId, recoveryHashes],
    );
    return true;
  });
}

/** False where there was none. */
export async function deleteSecondFactor(memberId: string): Promise<boolean> {
  return await inTransaction(async (transaction) => {
    await transaction.query("DELETE FROM recovery_code WHERE member_id = $1", [memberId]);
    const { rowCount } = await transaction.query(
      `UPDATE member SET totp_secret = NULL, totp_since = NULL, totp_step = NULL
       WHERE id = $1 AND totp_since IS NOT NULL`,
      [memberId],
    );
    return rowCount === 1;
  });
}

/** Of any number of calls with the code of one time step, one gets true. */
export async function takeTotpStep(memberId: string, step: number): Promise<boolean> {
  const { rowCount } = await pool().query(
    `UPDATE member SET totp_step = $2
     WHERE id = $1 AND totp_since IS NOT NULL AND (totp_step IS NULL OR totp_step < $2)`,
    [memberId, step],
  );
  return rowCount === 1;
}

/** Of any number of calls with one recovery code, one gets true. */
export async function takeRecoveryCode(memberId: string, hash: Uint8Array): Promise<boolean> {
  const { rowCount } = await pool().query(
    "DELETE FROM recovery_code WHERE member_id = $1 AND hash = $2",
    [memberId, hash],
  );
  return rowCount === 1;
}
