import { log } from "#lib/log/logger.ts";
import { updateFailedToVoid, type VoidedUpTo } from "./store/void-failed.ts";

const BATCH = 1000;

/**
 * Destroys the receipts of payments that failed before that was part of the news, batch by batch beside
 * everything else. Finds nothing from the second start on.
 */
export async function voidFailedReceipts(): Promise<undefined> {
  let after: VoidedUpTo | undefined;
  let voided = 0;
  do {
    const batch = await updateFailedToVoid(BATCH, after);
    voided += batch.voided;
    after = batch.last;
  } while (after);
  if (voided > 0) log().info({ voided }, "receipts of failed payments destroyed");
}
