import type { Letter } from "#lib/mail/letter.ts";
import { queueLetter } from "#lib/mail/queue-letter.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";

/**
 * Tells the owners what happened, in the transaction in which it happens. An address that nobody has
 * verified may be a stranger's, who gets nothing.
 */
export async function queueForOwners(
  tx: Prisma.TransactionClient,
  organizationId: string,
  write: (to: string) => Letter,
): Promise<void> {
  const owners = await tx.member.findMany({
    where: { organizationId, role: "owner", emailVerifiedAt: { not: null } },
    select: { email: true },
  });
  for (const { email } of owners) await queueLetter(tx, write(email));
}
