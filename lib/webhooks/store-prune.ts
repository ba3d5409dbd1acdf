import { deleteInSteps } from "#lib/storage/delete-in-steps.ts";

/** Ids sort by the time of the first attempt. */
export async function deleteDeliveriesBefore(id: string): Promise<void> {
  await deleteInSteps("webhook_delivery", "id < $1 ORDER BY id", id);
}
