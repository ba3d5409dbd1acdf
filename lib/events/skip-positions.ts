import type { Transaction } from "#lib/storage/transaction.ts";
import { updatePosition } from "./store-publish.ts";

/** More than a service publishes in years. */
const GAP = 10_000_000_000;

/**
 * For a restored database, whose readers may have seen later positions than its last: the next events come after all of
 * them, so that no cursor passes any.
 */
export async function skipPositions(transaction: Transaction): Promise<void> {
  await updatePosition(transaction, GAP);
}
