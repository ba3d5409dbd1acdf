import { actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { queueLetter } from "#lib/mail/queue-letter.ts";
import { prisma } from "#lib/storage/database.ts";
import { isUniqueViolation } from "#lib/storage/transaction.ts";
import { emailChangedLetter } from "./letters.ts";
import { lockAccount } from "./store.ts";
import { queueNotice } from "./store-notices.ts";

type NewConfirmation = { hash: Bytes; memberId: string; email: string; expiresAt: Date };

/**
 * Stores the link in place of the member's earlier one, and queues the letter, even to an address of another
 * account, so that neither the answer nor its time reveals that.
 */
export async function insertEmailConfirmation(
  link: NewConfirmation,
  write: (isTaken: boolean) => Letter,
): Promise<void> {
  const { memberId, email, expiresAt } = link;
  await prisma().$transaction(async (tx) => {
    await tx.emailConfirmation.deleteMany({
      where: { OR: [{ memberId }, { expiresAt: { lte: new Date() } }] },
    });
    await tx.emailConfirmation.create({ data: link });
    const others = await tx.member.count({ where: { email, id: { not: memberId } } });
    await queueLetter(tx, write(others > 0), expiresAt);
  });
}

/** Of a valid link that this member requested. */
export async function selectEmailOfConfirmation(
  hash: Bytes,
  { memberId }: SignedInMember,
): Promise<string | undefined> {
  const where = { hash, memberId, expiresAt: { gt: new Date() } };
  const link = await prisma().emailConfirmation.findUnique({ where, select: { email: true } });
  return link?.email;
}

type Confirmation =
  | { state: "confirmed"; email: string }
  | { state: "no_link" }
  | { state: "taken" };

/**
 * Uses the link up and makes its address the member's. The earlier address gets a notice, and links for a new
 * password that were sent there become invalid. Of any number of calls with one link, one gets `confirmed`.
 */
export async function takeEmailConfirmation(
  hash: Bytes,
  caller: SignedInMember,
): Promise<Confirmation> {
  const { memberId } = caller;
  try {
    return await prisma().$transaction(async (tx) => {
      await lockAccount(tx, memberId);
      const where = { hash, memberId, expiresAt: { gt: new Date() } };
      const link = await tx.emailConfirmation.findUnique({
        where,
        select: { email: true, member: { select: { email: true } } },
      });
      const { count } = await tx.emailConfirmation.deleteMany({ where });
      if (!link || count === 0) return { state: "no_link" };

      const { email } = link;
      const isChange = email !== link.member.email;
      if (isChange) {
        await queueNotice(tx, memberId, (to) => emailChangedLetter(to, email));
        await tx.passwordReset.deleteMany({ where: { memberId } });
      }
      const data = { email, emailVerifiedAt: new Date() };
      await tx.member.updateMany({ where: { id: memberId }, data });
      const action = isChange ? "email.changed" : "email.confirmed";
      await recordAct(tx, actOf(caller, action, { target: memberId }));
      return { state: "confirmed", email };
    });
  } catch (error) {
    if (isUniqueViolation(error)) return { state: "taken" };
    throw error;
  }
}
