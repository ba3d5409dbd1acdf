import { type Act, actOfMember, actOfOperator } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import { recoveryCodeLetter, secondFactorLetter, secondFactorResetLetter } from "./letters.ts";
import { queueNotice } from "./store-notices.ts";
import { type KeptSession, keepOneSession } from "./store-sessions.ts";

/** `last_one`: not removed, because its member must have a second factor. */
export type Removal = "removed" | "not_found" | "last_one";

type SecondFactors = { totpSince: Date | null; passkeyCount: number };

/** The member's second factors, locked until the transaction ends. */
export async function lockSecondFactor(
  tx: Prisma.TransactionClient,
  id: string,
): Promise<SecondFactors> {
  // Removing the app and removing the last passkey must not overlap. Prisma has no row locks.
  await tx.$queryRaw`SELECT 1 FROM member WHERE id = ${id} FOR UPDATE`;
  const row = await tx.member.findUnique({
    where: { id },
    select: { totpSince: true, _count: { select: { passkeys: true } } },
  });
  return { totpSince: row?.totpSince ?? null, passkeyCount: row?._count.passkeys ?? 0 };
}

export async function replaceRecoveryCodes(
  tx: Prisma.TransactionClient,
  memberId: string,
  hashes: Bytes[],
): Promise<void> {
  await removeRecoveryCodes(tx, memberId);
  await tx.recoveryCode.createMany({ data: hashes.map((hash) => ({ memberId, hash })) });
}

export async function removeRecoveryCodes(
  tx: Prisma.TransactionClient,
  memberId: string,
): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { memberId } });
}

/** Stores a secret that waits for its first code. False if an app is in use already. */
export async function updateTotpSecret(memberId: string, totpSecret: Bytes): Promise<boolean> {
  const { count } = await prisma().member.updateMany({
    where: { id: memberId, totpSince: null },
    data: { totpSecret, totpStep: null },
  });
  return count === 1;
}

/**
 * Activates the secret, and ends every session but `keep`. False if it is no longer the one that waits for
 * its first code.
 */
export async function markSecondFactorActive(
  keep: KeptSession,
  { secret, step, recoveryHashes }: { secret: Bytes; step: number; recoveryHashes: Bytes[] },
  act: Act,
): Promise<boolean> {
  const { memberId } = keep;
  return await prisma().$transaction(async (tx) => {
    const { count } = await tx.member.updateMany({
      where: { id: memberId, totpSecret: secret, totpSince: null },
      data: { totpSince: new Date(), totpStep: step },
    });
    if (count === 0) return false;

    await replaceRecoveryCodes(tx, memberId, recoveryHashes);
    await keepOneSession(tx, keep);
    await queueNotice(tx, memberId, (to) => secondFactorLetter(to, "added"));
    await recordAct(tx, act);
    return true;
  });
}

/** Ends every session but `keep`, too. With `required`, the last second factor stays. */
export async function deleteTotp(
  keep: KeptSession,
  { required }: { required: boolean },
  act: Act,
): Promise<Removal> {
  const { memberId } = keep;
  return await prisma().$transaction(async (tx) => {
    const { totpSince, passkeyCount } = await lockSecondFactor(tx, memberId);
    if (totpSince === null) return "not_found";
    if (required && passkeyCount === 0) return "last_one";

    await clearTotp(tx, memberId);
    if (passkeyCount === 0) await removeRecoveryCodes(tx, memberId);
    await keepOneSession(tx, keep);
    await queueNotice(tx, memberId, (to) => secondFactorLetter(to, "removed"));
    await recordAct(tx, act);
    return "removed";
  });
}

/**
 * Leaves the password alone, and ends every session. The operator's tool has no secrets to encrypt a letter
 * with, so a job notifies the member. False if no member has this email.
 */
export async function deleteSecondFactors(email: string): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const select = { id: true, organizationId: true };
    const member = await tx.member.findUnique({ where: { email }, select });
    if (!member) return false;

    const { id: memberId, organizationId } = member;
    await clearTotp(tx, memberId);
    await tx.passkey.deleteMany({ where: { memberId } });
    await removeRecoveryCodes(tx, memberId);
    const sessionVersion = { increment: 1 };
    await tx.member.updateMany({ where: { id: memberId }, data: { sessionVersion } });
    await tx.session.deleteMany({ where: { memberId } });
    await tx.secondFactorReset.createMany({ data: [{ memberId }], skipDuplicates: true });
    const details = { target: memberId, before: { method: "all" } };
    await recordAct(tx, actOfOperator(organizationId, "second_factor.removed", details));
    return true;
  });
}

/** Writes once to members whose second factor the operator has reset; returns whether there were any. */
export async function queueResetNotices(): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    // SQL for one statement: of two processes, one gets the row.
    const resets = await tx.$queryRaw<{ memberId: string; at: Date }[]>`
      DELETE FROM second_factor_reset RETURNING member_id AS "memberId", created_at AS at`;
    for (const { memberId, at } of resets) {
      await queueNotice(tx, memberId, (to) => secondFactorResetLetter(to, at));
    }
    return resets.length > 0;
  });
}

async function clearTotp(tx: Prisma.TransactionClient, id: string): Promise<void> {
  const data = { totpSecret: null, totpSince: null, totpStep: null };
  await tx.member.updateMany({ where: { id }, data });
}

/** Uses up the code of a time step: of any number of calls for one step, one gets true. */
export async function updateTotpStep(memberId: string, step: number): Promise<boolean> {
  const { count } = await prisma().member.updateMany({
    where: {
      id: memberId,
      totpSince: { not: null },
      OR: [{ totpStep: null }, { totpStep: { lt: step } }],
    },
    data: { totpStep: step, recoveryToldAt: null },
  });
  return count === 1;
}

/** Whether a recovery code replaced the session's second factor, and when the member was notified. */
export async function selectRecovery({
  sessionId: id,
  memberId,
}: KeptSession): Promise<{ recovered: boolean; toldAt: Date | null }> {
  const row = await prisma().session.findUnique({
    where: { id, memberId },
    select: { recovered: true, member: { select: { recoveryToldAt: true } } },
  });
  return { recovered: row?.recovered ?? true, toldAt: row?.member.recoveryToldAt ?? null };
}

/**
 * Of any number of calls with one recovery code, one gets true, and the member is notified. The time of the
 * first notice counts, unless it was before `toldBefore`. The trail has an entry for the code itself, since
 * the sign-in may never be completed.
 */
export async function deleteRecoveryCode(
  { memberId, organizationId }: { memberId: string; organizationId: string },
  hash: Bytes,
  { toldBefore }: { toldBefore: Date },
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const { count } = await tx.recoveryCode.deleteMany({ where: { memberId, hash } });
    if (count === 0) return false;

    await tx.member.updateMany({
      where: {
        id: memberId,
        OR: [{ recoveryToldAt: null }, { recoveryToldAt: { lt: toldBefore } }],
      },
      data: { recoveryToldAt: new Date() },
    });
    const left = await tx.recoveryCode.count({ where: { memberId } });
    await queueNotice(tx, memberId, (to) => recoveryCodeLetter(to, left));
    const details = { target: memberId, after: { left } };
    await recordAct(tx, actOfMember({ memberId, organizationId }, "recovery_code.used", details));
    return true;
  });
}
