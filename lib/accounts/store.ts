import type { Act } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Role } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { Environment, OrganizationKind } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { passwordChangedLetter } from "./letters.ts";
import type { SignedIn } from "./sessions.ts";
import { queueNotice } from "./store-notices.ts";
import { type KeptSession, keepOneSession } from "./store-sessions.ts";

// The tables are shared with the room `organizations`, which inserts and removes members; here only
// what belongs to the person is written.

const passkeyCount = { _count: { select: { passkeys: true } } } as const;

export type SignInRow = {
  id: string;
  organizationId: string;
  passwordHash: string;
  sessionVersion: number;
  totpSecret: Bytes | null;
  totpSince: Date | null;
  passkeyCount: number;
};

/** Emails are stored in lower case. */
export async function selectSignIn(email: string): Promise<SignInRow | undefined> {
  const row = await prisma().member.findUnique({
    where: { email: email.toLowerCase() },
    select: {
      id: true,
      organizationId: true,
      passwordHash: true,
      sessionVersion: true,
      totpSecret: true,
      totpSince: true,
      ...passkeyCount,
    },
  });
  return row ? countPasskeys(row) : undefined;
}

/** Who somebody is at the identity provider (OpenID Connect Core section 5.7). */
type OidcIdentity = { issuer: string; subject: string };

export async function selectOidcSignIn({
  issuer: oidcIssuer,
  subject: oidcSubject,
}: OidcIdentity): Promise<SignedIn | undefined> {
  const row = await prisma().member.findUnique({
    where: { oidcIssuer_oidcSubject: { oidcIssuer, oidcSubject } },
    select: { id: true, organizationId: true, sessionVersion: true },
  });
  if (!row) return undefined;
  const { id: memberId, ...signedIn } = row;
  return { memberId, ...signedIn };
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
     RETURNING id AS "memberId", organization_id AS "organizationId",
               session_version AS "sessionVersion"`,
    [email.toLowerCase(), issuer, subject],
  );
  if (rows[0]) return rows[0];
  const where = { email: email.toLowerCase(), emailVerifiedAt: null };
  return (await prisma().member.count({ where })) === 1 ? "not_confirmed" : "no_member";
}

/** Nothing happens where the address is another one, or confirmed already. */
export async function confirmAddress(memberId: string, email: string): Promise<void> {
  await prisma().member.updateMany({
    where: { id: memberId, email: email.toLowerCase(), emailVerifiedAt: null },
    data: { emailVerifiedAt: new Date() },
  });
}

/** A member with what only the member may see or change. */
export type Account = {
  id: string;
  email: string;
  /** Null for an address that nobody has confirmed yet. */
  emailVerifiedAt: Date | null;
  role: Role;
  passwordHash: string;
  totpSecret: Bytes | null;
  totpSince: Date | null;
  passkeyCount: number;
  organization: {
    id: string;
    name: string;
    kind: OrganizationKind;
    tier: Tier;
    approvedEnvironments: Environment[];
    requiresSecondFactor: boolean;
  };
};

export async function selectAccount(memberId: string): Promise<Account | undefined> {
  const row = await prisma().member.findUnique({
    where: { id: memberId },
    select: {
      id: true,
      email: true,
      emailVerifiedAt: true,
      role: true,
      passwordHash: true,
      totpSecret: true,
      totpSince: true,
      ...passkeyCount,
      organization: {
        select: {
          id: true,
          name: true,
          kind: true,
          tier: true,
          approvedEnvironments: true,
          requiresSecondFactor: true,
        },
      },
    },
  });
  return row ? countPasskeys(row) : undefined;
}

function countPasskeys<Row extends { _count: { passkeys: number } }>({ _count, ...row }: Row) {
  return { ...row, passkeyCount: _count.passkeys };
}

/** Ends every session of the member but `keep`, which gets the token of this hash. */
export async function updatePassword(
  keep: KeptSession & { hash: Bytes },
  passwordHash: string,
  act: Act,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { memberId } = keep;
    await tx.member.updateMany({ where: { id: memberId }, data: { passwordHash } });
    // A link that is still on its way must not undo it.
    await tx.passwordReset.deleteMany({ where: { memberId } });
    await keepOneSession(tx, keep);
    await queueNotice(tx, memberId, passwordChangedLetter);
    await recordAct(tx, act);
  });
}
