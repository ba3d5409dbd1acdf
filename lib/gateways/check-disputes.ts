import type { Notified } from "./notifications.ts";
import { builtIn } from "./providers.ts";
import { selectUncheckedConnections, updateDisputesChecked } from "./store.ts";

const CHECK_INTERVAL_MS = 24 * 60 * 60 * 1000;
const RETRY_INTERVAL_MS = 60 * 60 * 1000;

/** The connections whose provider is to be asked for all disputes again. */
export async function listUnchecked(limit: number): Promise<Notified[]> {
  const before = new Date(Date.now() - CHECK_INTERVAL_MS);
  return await selectUncheckedConnections(before, { exceptOf: builtIn.form.name, limit });
}

/** It was asked; sooner again where that failed. */
export async function noteChecked(
  { connectionId }: Notified,
  { hasFailed }: { hasFailed: boolean },
): Promise<void> {
  const early = hasFailed ? CHECK_INTERVAL_MS - RETRY_INTERVAL_MS : 0;
  await updateDisputesChecked(connectionId, new Date(Date.now() - early));
}
