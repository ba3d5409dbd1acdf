import { firstIdAt } from "#lib/core/ids.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { deleteDeliveriesBefore } from "./store-due.ts";
import { updatePreviousSecrets } from "./store-endpoints.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes deliveries whose first attempt is older than their events are kept, and secrets that sign no more. */
export async function pruneDeliveries(): Promise<undefined> {
  await updatePreviousSecrets(new Date());
  const before = new Date(Date.now() - EVENT_DAYS * DAY_MS);
  await deleteDeliveriesBefore(firstIdAt("webhookDelivery", before));
}
