import { actOfMember } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { queueLetter } from "#lib/mail/queue-letter.ts";
import { prisma } from "#lib/storage/database.ts";
import { passwordChangedLetter } from "./letters.ts";
import { lockAccount } from "./store.ts";
import { queueNotice } from "./store-notices.ts";
import { updateSessionVersion } from "./store-sessions.ts";

type NewReset = { email: string; hash: Bytes; expiresAt: Date };

/**
 * Stores the reset if the email is a member's, and queues the letter in any case: both take the same
 * statements, so that the time does not reveal the members.
 */
export async function insertPasswordReset(
  { email, hash, expiresAt }: NewReset,
  write: (isMember: boolean) => Letter,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    await tx.passwordReset.deleteMany({ where: { expiresAt: { lte: new Date() } } });
    // SQL for one statement, with or without a member.
    const [member] = await tx.$queryRaw<{ id: string; organizationId: string }[]>`
      WITH found AS (SELECT id, organization_id FROM member WHERE email = ${email}),
           inserted AS (
             INSERT INTO password_reset (hash, member_id, expires_at)
             SELECT ${hash}, id, ${expiresAt} FROM found)
      SELECT id, organization_id AS "organizationId" FROM found`;
    await queueLetter(tx, write(member !== undefined), expiresAt);
    await recordAct(tx, {
      organizationId: member?.organizationId ?? SERVICE_TRAIL,
      environment: null,
      actor: { kind: "nobody", id: null },
      action: "password.reset_requested",
      ...(member && { target: member.id }),
    });
  });
}

export type OpenReset = { memberId: string; email: string; organizationName: string };

/** The account of a valid link. */
export async function selectPasswordReset(hash: Bytes): Promise<OpenReset | undefined> {
  const row = await prisma().passwordReset.findUnique({
    where: { hash, expiresAt: { gt: new Date() } },
    select: { memberId: true, member: { select: { email: true, organization: true } } },
  });
  if (!row) return undefined;
  const { email, organization } = row.member;
  return { memberId: row.memberId, email, organizationName: organization.name };
}

/**
 * Sets the password, verifies the address that the link was sent to, and ends every session. Of any
 * number of calls with one link, one gets true; the member's other links go with it.
 */
export async function takePasswordReset(hash: Bytes, passwordHash: string): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const where = { hash, expiresAt: { gt: new Date() } };
    const reset = await tx.passwordReset.findUnique({
      where,
      select: { memberId: true, member: { select: { organizationId: true } } },
    });
    if (!reset) return false;

    const { memberId } = reset;
    await lockAccount(tx, memberId);
    const { count } = await tx.passwordReset.deleteMany({ where });
    if (count === 0) return false;
    await tx.passwordReset.deleteMany({ where: { memberId } });
    await tx.member.updateMany({ where: { id: memberId }, data: { passwordHash } });
    await tx.member.updateMany({
      where: { id: memberId, emailVerifiedAt: null },
      data: { emailVerifiedAt: new Date() },
    });
    await updateSessionVersion(tx, memberId);
    await tx.session.deleteMany({ where: { memberId } });
    await queueNotice(tx, memberId, passwordChangedLetter);
    const who = { memberId, organizationId: reset.member.organizationId };
    await recordAct(tx, actOfMember(who, "password.reset", { target: memberId }));
    return true;
  });
}
