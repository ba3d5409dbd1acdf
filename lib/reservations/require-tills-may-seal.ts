import { requireUpgraded } from "#lib/recipients/require-upgraded.ts";

/** Older code starts again only when an operator goes back to it, and tills stop sealing before that. */
const KNOWN_MS = 10_000;

const known = { until: Number.NEGATIVE_INFINITY };

/**
 * Code from before does not know sealed receipts, and refuses their payments with 400, which tells a till to stop. So no
 * keys are reserved until the last process with such code has ended. Throws `service_unavailable`.
 */
export async function requireTillsMaySeal(): Promise<void> {
  if (performance.now() < known.until) return;
  await requireUpgraded("sealedAtTill");
  known.until = performance.now() + KNOWN_MS;
}
