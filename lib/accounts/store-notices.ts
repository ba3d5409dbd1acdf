import type { Letter } from "#lib/mail/letter.ts";
import { queueLetter } from "#lib/mail/queue-letter.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";

/**
 * Notifies a member about the account, in the transaction of the change. An unverified address may be a
 * stranger's, so it gets nothing.
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
