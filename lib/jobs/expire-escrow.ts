import { log } from "#lib/log/logger.ts";
import { endEscrow } from "#lib/storage/envelopes.ts";
import { escrowHorizon } from "#lib/storage/escrow-horizon.ts";

/** Destroys the wrapped keys of receipts that nobody claimed within ESCROW_DAYS. */
export async function expireEscrow(): Promise<undefined> {
  const expired = await endEscrow(escrowHorizon());
  if (expired > 0) log().info({ expired }, "escrow expired");
}
