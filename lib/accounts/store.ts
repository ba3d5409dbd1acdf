import type { Role } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { pool, prisma } from "#lib/storage/database.ts";

// The tables are shared with the room `organizations`, which inserts and removes members; here only
// what belongs to the person is written.

export type SessionRow = {
  id: string;
  organizationId: string;
  role: Role;
  sessionVersion: number;
  lastSeenAt: Date | null;
  kind: OrganizationKind;
  tier: Tier;
};

/**
 * What every request of a session needs to know of its member. SQL, because it runs for each of them,
 * grants and openings of the wallet included: one round trip, and a sixth of Prisma's processor time.
 */
export async function selectSessionRow(id: string): Promise<SessionRow | undefined> {
  const { rows } = await pool().query<SessionRow>({
    name: "select-session-row",
    text: `
      SELECT m.id, m.organization_id AS "organizationId", m.role,
             m.session_version AS "sessionVersion", m.last_seen_at AS "lastSeenAt", o.kind, o.tier
      FROM member m JOIN organization o ON o.id = m.organization_id
      WHERE m.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** At most once a minute, however many requests there are. */
export async function updateLastSeen(id: string, seenAt: Date): Promise<void> {
  const minuteAgo = new Date(seenAt.getTime() - 60_000);
  await prisma().member.updateMany({
    where: { id, OR: [{ lastSeenAt: null }, { lastSeenAt: { lt: minuteAgo } }] },
    data: { lastSeenAt: seenAt },
  });
}

export type SignInRow = {
  id: string;
  passwordHash: string;
  sessionVersion: number;
  totpSecret: Bytes | null;
  totpSince: Date | null;
};

/** Emails are stored in lower case. */
export async function selectSignIn(email: string): Promise<SignInRow | undefined> {
  const row = await prisma().member.findUnique({
    where: { email: email.toLowerCase() },
    select: {
      id: true,
      passwordHash: true,
      sessionVersion: true,
      totpSecret: true,
      totpSince: true,
    },
  });
  return row ?? undefined;
}

/** A member with what only the member may see or change. */
export type Account = {
  id: string;
  email: string;
  role: Role;
  passwordHash: string;
  totpSecret: Bytes | null;
  totpSince: Date | null;
  organization: { id: string; name: string; kind: OrganizationKind; tier: Tier };
};

export async function selectAccount(memberId: string): Promise<Account | undefined> {
  const row = await prisma().member.findUnique({
    where: { id: memberId },
    select: {
      id: true,
      email: true,
      role: true,
      passwordHash: true,
      totpSecret: true,
      totpSince: true,
      organization: { select: { id: true, name: true, kind: true, tier: true } },
    },
  });
  return row ?? undefined;
}

/** Ends every session of the member. Returns the version of new ones. */
export async function updateSessionVersion(memberId: string): Promise<number> {
  return await updateEndingSessions(memberId, {});
}

/** Ends every session of the member, too. Returns the version of new ones. */
export async function updatePassword(memberId: string, passwordHash: string): Promise<number> {
  return await updateEndingSessions(memberId, { passwordHash });
}

async function updateEndingSessions(
  id: string,
  change: { passwordHash?: string },
): Promise<number> {
  const [row] = await prisma().member.updateManyAndReturn({
    where: { id },
    data: { ...change, sessionVersion: { increment: 1 } },
    select: { sessionVersion: true },
  });
  // A member who was removed meanwhile has no session of any version.
  return row?.sessionVersion ?? 0;
}

/** Stores a secret that awaits its first code. False where a second factor is in use already. */
export async function updateTotpSecret(memberId: string, totpSecret: Bytes): Promise<boolean> {
  const { count } = await prisma().member.updateMany({
    where: { id: memberId, totpSince: null },
    data: { totpSecret, totpStep: null },
  });
  return count === 1;
}

/** Puts the secret to use. False where it is no longer the one that awaits its first code. */
export async function markSecondFactorActive(
  memberId: string,
  { secret, step, recoveryHashes }: { secret: Bytes; step: number; recoveryHashes: Bytes[] },
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const { count } = await tx.member.updateMany({
      where: { id: memberId, totpSecret: secret, totpSince: null },
      data: { totpSince: new Date(), totpStep: step },
    });
    if (count === 0) return false;

    await tx.recoveryCode.deleteMany({ where: { memberId } });
    await tx.recoveryCode.createMany({ data: recoveryHashes.map((hash) => ({ memberId, hash })) });
    return true;
  });
}

/** False where there is none. */
export async function deleteSecondFactor(memberId: string): Promise<boolean> {
  const [, { count }] = await prisma().$transaction([
    prisma().recoveryCode.deleteMany({ where: { memberId } }),
    prisma().member.updateMany({
      where: { id: memberId, totpSince: { not: null } },
      data: { totpSecret: null, totpSince: null, totpStep: null },
    }),
  ]);
  return count === 1;
}

/** Uses up the code of a time step: of any number of calls for one step, one gets true. */
export async function updateTotpStep(memberId: string, step: number): Promise<boolean> {
  const { count } = await prisma().member.updateMany({
    where: {
      id: memberId,
      totpSince: { not: null },
      OR: [{ totpStep: null }, { totpStep: { lt: step } }],
    },
    data: { totpStep: step },
  });
  return count === 1;
}

/** Of any number of calls with one recovery code, one gets true. */
export async function deleteRecoveryCode(memberId: string, hash: Bytes): Promise<boolean> {
  const { count } = await prisma().recoveryCode.deleteMany({ where: { memberId, hash } });
  return count === 1;
}
