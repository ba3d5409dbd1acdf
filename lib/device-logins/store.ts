import type { Role, Scope } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { Environment, OrganizationKind } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { pool, prisma } from "#lib/storage/database.ts";

type NewLogin = {
  deviceCodeHash: Bytes;
  userCode: string;
  deviceName: string;
  address: string;
  createdAt: Date;
  expiresAt: Date;
  intervalSeconds: number;
};

export async function insertLogin(login: NewLogin): Promise<void> {
  await prisma().deviceLogin.create({ data: login });
}

export type PendingLogin = Omit<NewLogin, "deviceCodeHash" | "intervalSeconds">;

export async function selectPending(userCode: string): Promise<PendingLogin | undefined> {
  const row = await prisma().deviceLogin.findUnique({
    where: { userCode, state: "pending", expiresAt: { gt: new Date() } },
    select: { userCode: true, deviceName: true, address: true, createdAt: true, expiresAt: true },
  });
  return row ?? undefined;
}

type Decision =
  | { state: "denied" }
  | {
      state: "approved";
      sessionId: string;
      environment: Environment;
      scopes: Scope[];
      keyExpiresAt: Date;
    };

/** False if it is not pending any more: of any number of decisions at once, one counts. */
export async function updateToDecided(userCode: string, decision: Decision): Promise<boolean> {
  const where = { userCode, state: "pending", expiresAt: { gt: new Date() } } as const;
  const { count } = await prisma().deviceLogin.updateMany({ where, data: decision });
  return count === 1;
}

type Poll = {
  state: "pending" | "approved" | "denied";
  intervalSeconds: number;
  isTooEarly: boolean;
};

/**
 * Notes a poll; one that comes too early lengthens the interval. By hand: one statement, so that parallel polls count
 * one after another.
 */
export async function updateToPolled(
  deviceCodeHash: Bytes,
  { at, addedSeconds, maxSeconds }: { at: Date; addedSeconds: number; maxSeconds: number },
): Promise<Poll | undefined> {
  const { rows } = await pool().query<Poll>(
    `WITH before AS (
       SELECT device_code_hash,
              -- What the network takes off the time between two polls.
              coalesce(polled_at + make_interval(secs => interval_seconds - 0.5) > $2, false) AS early
       FROM device_login WHERE device_code_hash = $1 AND expires_at > $2 FOR UPDATE)
     UPDATE device_login l
     SET polled_at = $2,
         interval_seconds = CASE WHEN early THEN least(interval_seconds + $3::int, $4::int) ELSE interval_seconds END
     FROM before WHERE l.device_code_hash = before.device_code_hash
     RETURNING l.state, l.interval_seconds AS "intervalSeconds", early AS "isTooEarly"`,
    [deviceCodeHash, at, addedSeconds, maxSeconds],
  );
  return rows[0];
}

export type ApprovedLogin = {
  deviceName: string;
  environment: Environment;
  scopes: Scope[];
  keyExpiresAt: Date;
  sessionId: string;
  memberId: string;
  organizationId: string;
  /** As they are now, not at the approval. */
  role: Role;
  kind: OrganizationKind;
  tier: Tier;
  approvedEnvironments: Environment[];
};

/**
 * Removes an approved login, with its member; undefined if another call was faster, or the member's session has ended.
 * By hand, as it removes and reads in one statement. Reads rows of `session` and `member`, which the room `accounts`
 * owns, and of `organization`, which the room `organizations` does.
 */
export async function deleteApproved(deviceCodeHash: Bytes): Promise<ApprovedLogin | undefined> {
  const { rows } = await pool().query<ApprovedLogin>(
    `DELETE FROM device_login l
     USING session s
       JOIN member m ON m.id = s.member_id AND m.session_version = s.session_version
       JOIN organization o ON o.id = m.organization_id
     WHERE l.device_code_hash = $1 AND l.state = 'approved' AND l.expires_at > $2 AND s.id = l.session_id
     RETURNING l.device_name AS "deviceName", l.environment, l.scopes, l.key_expires_at AS "keyExpiresAt",
               s.id AS "sessionId", m.id AS "memberId", o.id AS "organizationId", m.role, o.kind, o.tier,
               o.approved_environments::text[] AS "approvedEnvironments"`,
    [deviceCodeHash, new Date()],
  );
  return rows[0];
}

export async function deleteExpired(): Promise<void> {
  await prisma().deviceLogin.deleteMany({ where: { expiresAt: { lt: new Date() } } });
}
