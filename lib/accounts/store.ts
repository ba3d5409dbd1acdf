import type { Role } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { passwordChangedLetter, secondFactorLetter } from "./letters.ts";
import type { SignedIn } from "./sessions.ts";
import { queueNotice } from "./store-notices.ts";
import { type KeptSession, keepOneSession } from "./store-sessions.ts";

// The tables are shared with the room `organizations`, which inserts and removes members; here only
// what belongs to the person is written.

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

/** Who somebody is at the identity provider (OpenID Connect Core section 5.7). */
type OidcIdentity = { issuer: string; subject: string };

export async function selectOidcSignIn({
  issuer: oidcIssuer,
  subject: oidcSubject,
}: OidcIdentity): Promise<SignedIn | undefined> {
  const row = await prisma().member.findUnique({
    where: { oidcIssuer_oidcSubject: { oidcIssuer, oidcSubject } },
    select: { id: true, sessionVersion: true },
  });
  return row ? { memberId: row.id, sessionVersion: row.sessionVersion } : undefined;
}

/**
 * Binds the member with this email to the identity. Not where the member is bound to another person of
 * this provider, and not where the email is one that somebody has only claimed: their account, with a
 * password of theirs, is no place for the person whom the email belongs to. SQL for one statement: of two
 * people with one email, only the first is bound.
 */
export async function updateOidcIdentity(
  email: string,
  { issuer, subject }: OidcIdentity,
): Promise<SignedIn | "no_member" | "not_confirmed"> {
  const { rows } = await pool().query<SignedIn>(
    `UPDATE member SET oidc_issuer = $2, oidc_subject = $3
     WHERE email = $1 AND oidc_issuer IS DISTINCT FROM $2 AND email_verified_at IS NOT NULL
     RETURNING id AS "memberId", session_version AS "sessionVersion"`,
    [email.toLowerCase(), issuer, subject],
  );
  if (rows[0]) return rows[0];
  const where = { email: email.toLowerCase(), emailVerifiedAt: null };
  return (await prisma().member.count({ where })) === 1 ? "not_confirmed" : "no_member";
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

/** Ends every session of the member but `keep`, which gets the token of this hash. */
export async function updatePassword(
  keep: KeptSession & { hash: Bytes },
  passwordHash: string,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { memberId } = keep;
    await tx.member.updateMany({ where: { id: memberId }, data: { passwordHash } });
    // A link that is still on its way must not undo it.
    await tx.passwordReset.deleteMany({ where: { memberId } });
    await keepOneSession(tx, keep);
    await queueNotice(tx, memberId, passwordChangedLetter);
  });
}

/** Stores a secret that awaits its first code. False where a second factor is in use already. */
export async function updateTotpSecret(memberId: string, totpSecret: Bytes): Promise<boolean> {
  const { count } = await prisma().member.updateMany({
    where: { id: memberId, totpSince: null },
    data: { totpSecret, totpStep: null },
  });
  return count === 1;
}

/**
 * Puts the secret to use, and ends every session but `keep`. False where it is no longer the one that
 * awaits its first code.
 */
export async function markSecondFactorActive(
  keep: KeptSession,
  { secret, step, recoveryHashes }: { secret: Bytes; step: number; recoveryHashes: Bytes[] },
): Promise<boolean> {
  const { memberId } = keep;
  return await prisma().$transaction(async (tx) => {
    const { count } = await tx.member.updateMany({
      where: { id: memberId, totpSecret: secret, totpSince: null },
      data: { totpSince: new Date(), totpStep: step },
    });
    if (count === 0) return false;

    await tx.recoveryCode.deleteMany({ where: { memberId } });
    await tx.recoveryCode.createMany({ data: recoveryHashes.map((hash) => ({ memberId, hash })) });
    await keepOneSession(tx, keep);
    await queueNotice(tx, memberId, (to) => secondFactorLetter(to, "on"));
    return true;
  });
}

/** Ends every session but `keep`, too. False where there is no second factor. */
export async function deleteSecondFactor(keep: KeptSession): Promise<boolean> {
  const { memberId } = keep;
  return await prisma().$transaction(async (tx) => {
    const { count } = await tx.member.updateMany({
      where: { id: memberId, totpSince: { not: null } },
      data: { totpSecret: null, totpSince: null, totpStep: null },
    });
    if (count === 0) return false;

    await tx.recoveryCode.deleteMany({ where: { memberId } });
    await keepOneSession(tx, keep);
    await queueNotice(tx, memberId, (to) => secondFactorLetter(to, "off"));
    return true;
  });
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
