import type { Letter } from "#lib/mail/letter.ts";
import type { queueLetter } from "#lib/mail/queue-letter.ts";
import { queueForOwners } from "./store-owners.ts";

/** Of the change that the letters report. */
type LetterTransaction = Parameters<typeof queueLetter>[0];

/** Queues a letter to each owner with a verified address, in the transaction of the change: both happen, or neither. */
export async function notifyOwners(
  transaction: LetterTransaction,
  organizationId: string,
  write: (to: string) => Letter,
): Promise<void> {
  await queueForOwners(transaction, organizationId, write);
}
