import { log } from "#lib/log/logger.ts";
import { expireEscrow } from "#lib/storage/envelopes.ts";
import { escrowHorizon } from "#lib/storage/escrow-horizon.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Ends overdue escrow now and every hour; any number of processes may do so at once. Returns what
 * stops it.
 */
export function startEscrowSweep(): () => void {
  void sweep();
  const timer = setInterval(sweep, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function sweep(): Promise<void> {
  try {
    const expired = await expireEscrow(escrowHorizon());
    if (expired > 0) log().info({ expired }, "escrow expired");
  } catch (error) {
    log().error({ err: error }, "the escrow sweep failed; the next one tries again");
  }
}
