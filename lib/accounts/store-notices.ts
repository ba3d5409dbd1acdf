import type { Letter } from "#lib/mail/letter.ts";
import { queueLetter } from "#lib/mail/queue-letter.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";

/**
 * Tells a member what happened to the account, in the transaction in which it happens. An address that
 * nobody has verified may be a stranger's, who gets nothing.
 */
export async function queueNotice(
  tx: Prisma.TransactionClient,
  memberId: string,
  write: (to: string) => Letter,
): Promise<void> {
  const member = await tx.member.findUnique({
    where: { id: memberId, emailVerifiedAt: { not: null } },
    select: { email: true },
  });
  if (member) await queueLetter(tx, write(member.email));
}
