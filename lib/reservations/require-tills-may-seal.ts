import { requireUpgraded } from "#lib/recipients/require-upgraded.ts";

/** Older code starts again on a way back alone, before which tills stop sealing. */
const KNOWN_MS = 10_000;

const known = { until: Number.NEGATIVE_INFINITY };

/**
 * Code from before takes a sealed receipt for one more field of a receipt, seals that one, and charges. So none is
 * reserved for until the last such process has ended. Throws `service_unavailable`.
 */
export async function requireTillsMaySeal(): Promise<void> {
  if (performance.now() < known.until) return;
  await requireUpgraded("sealedAtTill");
  known.until = performance.now() + KNOWN_MS;
}
