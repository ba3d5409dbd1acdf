import type { Act } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { prisma } from "#lib/storage/database.ts";
import type { PasskeyPurpose } from "#lib/storage/generated/client.ts";
import { isUniqueViolation } from "#lib/storage/transaction.ts";
import type { Passkey } from "./contract-passkeys.ts";
import { secondFactorLetter } from "./letters.ts";
import { hasSecondFactor } from "./second-factor-rule.ts";
import { queueNotice } from "./store-notices.ts";
import {
  lockSecondFactor,
  type Removal,
  removeRecoveryCodes,
  replaceRecoveryCodes,
} from "./store-second-factor.ts";
import { type KeptSession, keepOneSession } from "./store-sessions.ts";

const listed = {
  id: true,
  name: true,
  backedUp: true,
  createdAt: true,
  lastUsedAt: true,
} as const;

/** The oldest first. */
export async function selectPasskeys(memberId: string): Promise<Passkey[]> {
  return await prisma().passkey.findMany({
    where: { memberId },
    select: listed,
    orderBy: { id: "asc" },
  });
}

export type KnownPasskey = { credentialId: Bytes; transports: string[] };

/** The member's passkeys as browsers need them. */
export async function selectKnownPasskeys(memberId: string): Promise<KnownPasskey[]> {
  return await prisma().passkey.findMany({
    where: { memberId },
    select: { credentialId: true, transports: true },
    orderBy: { id: "asc" },
  });
}

export type NewPasskeyRow = KnownPasskey & {
  id: string;
  name: string;
  publicKey: Bytes;
  signCount: number;
  backupEligible: boolean;
  backedUp: boolean;
};

export type PasskeyInsertion =
  | { state: "inserted"; passkey: Passkey; isFirstFactor: boolean }
  | { state: "known" }
  | { state: "too_many" };

/**
 * The member's first second factor comes with recovery codes, and ends every session but `keep`: they
 * were begun without it.
 */
export async function insertPasskey(
  keep: KeptSession,
  row: NewPasskeyRow,
  { recoveryHashes, maxPasskeys }: { recoveryHashes: Bytes[]; maxPasskeys: number },
  act: Act,
): Promise<PasskeyInsertion> {
  const { memberId } = keep;
  try {
    return await prisma().$transaction(async (tx) => {
      const before = await lockSecondFactor(tx, memberId);
      if (before.passkeyCount >= maxPasskeys) return { state: "too_many" };

      const passkey = await tx.passkey.create({ data: { ...row, memberId }, select: listed });
      const isFirstFactor = !hasSecondFactor(before);
      if (isFirstFactor) {
        await replaceRecoveryCodes(tx, memberId, recoveryHashes);
        await keepOneSession(tx, keep);
      }
      await queueNotice(tx, memberId, (to) => secondFactorLetter(to, "added"));
      await recordAct(tx, act);
      return { state: "inserted", passkey, isFirstFactor };
    });
  } catch (error) {
    if (isUniqueViolation(error)) return { state: "known" };
    throw error;
  }
}

/** Undefined if the member has no such passkey. */
export async function updatePasskeyName(
  memberId: string,
  id: string,
  name: string,
): Promise<Passkey | undefined> {
  const [row] = await prisma().passkey.updateManyAndReturn({
    where: { id, memberId },
    data: { name },
    select: listed,
  });
  return row;
}

/** Ends every session but `keep`. With `required`, the last second factor stays. */
export async function deletePasskey(
  keep: KeptSession,
  id: string,
  { required }: { required: boolean },
  act: Act,
): Promise<Removal> {
  const { memberId } = keep;
  return await prisma().$transaction(async (tx) => {
    const { totpSince, passkeyCount } = await lockSecondFactor(tx, memberId);
    const isLast = totpSince === null && passkeyCount === 1;
    const where = { id, memberId };
    if ((await tx.passkey.count({ where })) === 0) return "not_found";
    if (isLast && required) return "last_one";

    await tx.passkey.deleteMany({ where });
    if (isLast) await removeRecoveryCodes(tx, memberId);
    await keepOneSession(tx, keep);
    await queueNotice(tx, memberId, (to) => secondFactorLetter(to, "removed"));
    await recordAct(tx, act);
    return "removed";
  });
}

export type PasskeyToVerify = NonNullable<Awaited<ReturnType<typeof selectPasskey>>>;

/** Of any member: a passkey by itself says which member signs in. */
export async function selectPasskey(credentialId: Bytes) {
  const row = await prisma().passkey.findUnique({
    where: { credentialId },
    select: {
      id: true,
      memberId: true,
      credentialId: true,
      publicKey: true,
      signCount: true,
      backupEligible: true,
      member: { select: { organizationId: true, sessionVersion: true } },
    },
  });
  if (!row) return undefined;
  const { member, signCount, ...rest } = row;
  return { ...rest, ...member, signCount: Number(signCount) };
}

/** False if a concurrent use has a higher count, or the passkey was removed. */
export async function updatePasskeyUse(
  { id, memberId }: Pick<PasskeyToVerify, "id" | "memberId">,
  { signCount, backedUp }: { signCount: number; backedUp: boolean },
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const { count } = await tx.passkey.updateMany({
      where: { id, ...(signCount > 0 && { signCount: { lt: signCount } }) },
      data: { signCount, backedUp, lastUsedAt: new Date() },
    });
    if (count === 0) return false;

    const where = { id: memberId, recoveryToldAt: { not: null } };
    await tx.member.updateMany({ where, data: { recoveryToldAt: null } });
    return true;
  });
}

export type Challenge = { hash: Bytes; purpose: PasskeyPurpose; sessionId: string | null };

export async function insertChallenge(challenge: Challenge & { expiresAt: Date }): Promise<void> {
  await prisma().passkeyChallenge.create({ data: challenge });
}

/** Uses the challenge up: of any number of answers to it, one gets true, and none after it has expired. */
export async function deleteChallenge(challenge: Challenge): Promise<boolean> {
  const { count } = await prisma().passkeyChallenge.deleteMany({
    where: { ...challenge, expiresAt: { gt: new Date() } },
  });
  return count === 1;
}

export async function deleteExpiredChallenges(): Promise<void> {
  await prisma().passkeyChallenge.deleteMany({ where: { expiresAt: { lte: new Date() } } });
}
