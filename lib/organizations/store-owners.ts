import type { Letter } from "#lib/mail/letter.ts";
import { queueLetter } from "#lib/mail/queue-letter.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";

/**
 * Notifies the owners, in the transaction of the change. An unverified address may be a stranger's, so it
 * gets nothing.
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
