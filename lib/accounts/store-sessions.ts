import { type Act, actOfMember } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Role } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { Environment, OrganizationKind } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { newDeviceLetter } from "./letters.ts";
import { queueNotice } from "./store-notices.ts";

/** A session with the facts about its member that every request needs. */
export type SessionRow = {
  id: string;
  memberId: string;
  organizationId: string;
  role: Role;
  isGuest: boolean;
  kind: OrganizationKind;
  tier: Tier;
  approvedEnvironments: readonly Environment[];
  /** Of the organization. */
  requiresSecondFactor: boolean;
  hasSecondFactor: boolean;
  /** When the member last proved their identity; null for a sign-in that proved nothing new. */
  steppedUpAt: Date | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** When a use was last stored, for the session and the member alike. */
  recordedAt: Date;
};

/**
 * SQL, because it runs for requests of sessions, grants and openings of the wallet included: one round
 * trip, and a sixth of Prisma's processor time. Reads `organization`, which another room owns.
 */
export async function selectSession(hash: Bytes): Promise<SessionRow | undefined> {
  const { rows } = await pool().query<SessionRow>({
    name: "select-session",
    text: `
      SELECT s.id, m.id AS "memberId", m.organization_id AS "organizationId", m.role,
             m.is_guest AS "isGuest", o.kind, o.tier,
             o.approved_environments::text[] AS "approvedEnvironments",
             o.requires_second_factor AS "requiresSecondFactor",
             m.totp_since IS NOT NULL
               OR EXISTS (SELECT 1 FROM passkey p WHERE p.member_id = m.id) AS "hasSecondFactor",
             s.stepped_up_at AS "steppedUpAt",
             s.created_at AS "createdAt", s.last_seen_at AS "lastSeenAt",
             least(s.last_seen_at, coalesce(m.last_seen_at, to_timestamp(0))) AS "recordedAt"
      FROM session s
      JOIN member m ON m.id = s.member_id AND m.session_version = s.session_version
      JOIN organization o ON o.id = m.organization_id
      WHERE s.hash = $1`,
    values: [hash],
  });
  return rows[0];
}

/** At most once a minute, however many requests and processes there are. */
export async function updateLastSeen(
  { id, memberId }: Pick<SessionRow, "id" | "memberId">,
  seenAt: Date,
): Promise<void> {
  const minuteAgo = new Date(seenAt.getTime() - 60_000);
  await pool().query(
    `WITH seen AS (
       UPDATE session SET last_seen_at = $3 WHERE id = $1 AND last_seen_at <= $4)
     UPDATE member SET last_seen_at = $3
     WHERE id = $2 AND (last_seen_at IS NULL OR last_seen_at <= $4)`,
    [id, memberId, seenAt, minuteAgo],
  );
}

type NewSession = {
  id: string;
  hash: Bytes;
  memberId: string;
  sessionVersion: number;
  userAgent: string | null;
  address: string | null;
  steppedUpAt: Date | null;
  recovered: boolean;
};

/** Returns whether the member gets a notice: for a new device, except at the very first sign-in. */
export async function insertSession(
  session: NewSession,
  { isNotable }: { isNotable: boolean },
  act: Act,
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const { member, createdAt: at } = await tx.session.create({
      data: session,
      select: { createdAt: true, member: { select: { lastSeenAt: true } } },
    });
    await recordAct(tx, act);
    if (!isNotable || member.lastSeenAt === null) return false;
    await queueNotice(tx, session.memberId, (to) => newDeviceLetter(to, { ...session, at }));
    return true;
  });
}

export async function updateSteppedUp(
  id: string,
  proof: { steppedUpAt: Date; recovered: boolean },
  act: Act,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    await tx.session.updateMany({ where: { id }, data: proof });
    await recordAct(tx, act);
  });
}

const MAX_LISTED = 100;

export type ListedSession = {
  id: string;
  userAgent: string | null;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
};

/** The latest use first. SQL for the join with the member's version. */
export async function selectSessions(memberId: string): Promise<ListedSession[]> {
  const { rows } = await pool().query<ListedSession>(
    `SELECT s.id, s.user_agent AS "userAgent", s.address, s.created_at AS "createdAt",
            s.last_seen_at AS "lastSeenAt"
     FROM session s JOIN member m ON m.id = s.member_id AND m.session_version = s.session_version
     WHERE m.id = $1 ORDER BY s.last_seen_at DESC, s.id DESC LIMIT $2`,
    [memberId, MAX_LISTED],
  );
  return rows;
}

/** False if the member has no such session. */
export async function deleteSession(memberId: string, id: string, act: Act): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const { count } = await tx.session.deleteMany({ where: { id, memberId } });
    if (count === 0) return false;

    await recordAct(tx, act);
    return true;
  });
}

/** False where it has ended already. */
export async function deleteSessionByHash(hash: Bytes, reason: string): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const session = await tx.session.findUnique({
      where: { hash },
      select: { id: true, memberId: true, member: { select: { organizationId: true } } },
    });
    const { count } = await tx.session.deleteMany({ where: { hash } });
    if (!session || count === 0) return false;

    const { id: target, memberId, member } = session;
    const who = { memberId, organizationId: member.organizationId };
    await recordAct(tx, actOfMember(who, "session.ended", { target, after: { reason } }));
    return true;
  });
}

export async function deleteAllSessions(memberId: string, act: Act): Promise<void> {
  await prisma().$transaction(async (tx) => {
    await updateSessionVersion(tx, memberId);
    await tx.session.deleteMany({ where: { memberId } });
    await recordAct(tx, act);
  });
}

/** Ends every session of the organization's members. SQL, since the transaction is. */
export async function deleteSessionsOfOrganization(
  transaction: Transaction,
  organizationId: string,
): Promise<void> {
  await transaction.query(
    `DELETE FROM session s USING member m
     WHERE m.id = s.member_id AND m.organization_id = $1`,
    [organizationId],
  );
}

export type KeptSession = { memberId: string; sessionId: string };

export async function deleteOtherSessions(kept: KeptSession, act: Act): Promise<void> {
  await prisma().$transaction(async (tx) => {
    await keepOneSession(tx, kept);
    await recordAct(tx, act);
  });
}

/**
 * Ends every session of the member but one, in the transaction of the change. `hash` gives that one a new
 * token.
 */
export async function keepOneSession(
  tx: Prisma.TransactionClient,
  { memberId, sessionId: id, hash }: KeptSession & { hash?: Bytes },
): Promise<void> {
  const sessionVersion = await updateSessionVersion(tx, memberId);
  await tx.session.deleteMany({ where: { memberId, id: { not: id } } });
  await tx.session.updateMany({
    where: { id, memberId },
    data: { sessionVersion, ...(hash && { hash }) },
  });
}

// A sign-in that has read the member but not yet stored its session must not survive either.
export async function updateSessionVersion(
  tx: Prisma.TransactionClient,
  id: string,
): Promise<number> {
  const [row] = await tx.member.updateManyAndReturn({
    where: { id },
    data: { sessionVersion: { increment: 1 } },
    select: { sessionVersion: true },
  });
  // A member who was removed meanwhile has no session of any version.
  return row?.sessionVersion ?? 0;
}

/** Removes expired sessions. */
export async function deleteEndedSessions({
  idleMs,
  absoluteMs,
}: {
  idleMs: number;
  absoluteMs: number;
}): Promise<void> {
  const now = Date.now();
  await prisma().session.deleteMany({
    where: {
      OR: [
        { lastSeenAt: { lt: new Date(now - idleMs) } },
        { createdAt: { lt: new Date(now - absoluteMs) } },
      ],
    },
  });
}
