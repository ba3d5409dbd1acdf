import { hasServiceSecrets, serviceSecrets } from "./secrets.ts";
import { updateSeenCurrent } from "./store.ts";

/**
 * Records that this process still reserves its current escrow key. Tills hold reservations, which are stored nowhere, for
 * a week after the last time.
 */
export async function keepEscrowKeyCurrent(): Promise<void> {
  // A start says that it is alive before it opens them.
  if (!hasServiceSecrets()) return;
  const { version } = serviceSecrets().escrow.current;
  await updateSeenCurrent({ purpose: "escrow", version });
}
