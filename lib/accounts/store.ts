import type { Act } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Role } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import {
  type Environment,
  isOfOrganizations,
  type OrganizationKind,
} from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import { passwordChangedLetter } from "./letters.ts";
import { queueNotice } from "./store-notices.ts";
import { type KeptSession, keepOneSession } from "./store-sessions.ts";

// The tables are shared with the room `organizations`, which inserts and removes members; this room writes
// only the person's own columns.

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

/** A member with the data that only the member may see or change. */
export type Account = {
  id: string;
  email: string;
  /** Null for an unconfirmed address. */
  emailVerifiedAt: Date | null;
  role: Role;
  isGuest: boolean;
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
      isGuest: true,
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
  if (!row) return undefined;
  const { organization, ...account } = countPasskeys(row);
  const approvedEnvironments = organization.approvedEnvironments.filter(isOfOrganizations);
  return { ...account, organization: { ...organization, approvedEnvironments } };
}

function countPasskeys<Row extends { _count: { passkeys: number } }>({ _count, ...row }: Row) {
  return { ...row, passkeyCount: _count.passkeys };
}

/**
 * A change of a password or an address takes this lock before the links to it: in different orders, two
 * changes could wait for each other. Prisma has no row locks.
 */
export async function lockAccount(tx: Prisma.TransactionClient, memberId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM member WHERE id = ${memberId} FOR NO KEY UPDATE`;
}

/**
 * Ends every session of the member but `keep`, which gets the token of this hash. False where that one has
 * ended since, or `verifiedHash` is no longer the password's: an earlier reset wins.
 */
export async function updatePassword(
  keep: KeptSession & { hash: Bytes },
  { verifiedHash, passwordHash }: { verifiedHash: string; passwordHash: string },
  act: Act,
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const { memberId, sessionId } = keep;
    // SQL for the locks: neither row changes before the transaction ends.
    const found = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM member m
      JOIN session s ON s.member_id = m.id AND s.session_version = m.session_version
      WHERE m.id = ${memberId} AND m.password_hash = ${verifiedHash} AND s.id = ${sessionId}
      FOR NO KEY UPDATE`;
    if (found.length === 0) return false;

    await tx.member.updateMany({ where: { id: memberId }, data: { passwordHash } });
    // A link that is still on its way must not undo it.
    await tx.passwordReset.deleteMany({ where: { memberId } });
    await keepOneSession(tx, keep);
    await queueNotice(tx, memberId, passwordChangedLetter);
    await recordAct(tx, act);
    return true;
  });
}
