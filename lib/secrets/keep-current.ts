import { serviceSecrets } from "./secrets.ts";
import { updateSeenCurrent } from "./store.ts";

/**
 * Records that this process still reserves its current escrow key. Tills hold reservations, which are stored nowhere, for
 * a week after the last time.
 */
export async function keepEscrowKeyCurrent(): Promise<void> {
  const { version } = serviceSecrets().escrow.current;
  await updateSeenCurrent({ purpose: "escrow", version });
}
