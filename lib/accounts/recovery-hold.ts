import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { selectRecovery } from "./store-second-factor.ts";

const HOUR_MS = 60 * 60 * 1000;
const HOLD_HOURS = 24;
/** Somebody who was told longer ago has to be told again. */
export const RECOVERY_NOTICE_MS = 7 * 24 * HOUR_MS;

/**
 * Whoever came by a recovery code may be a thief: the second factors stay as they are until one of them is
 * used, or until the member has known of it for a day. Throws `forbidden`.
 */
export async function requireNoRecoveryHold(caller: SignedInMember): Promise<void> {
  const { recovered, toldAt } = await selectRecovery(caller);
  if (!recovered) return;
  const knownForMs = toldAt ? Date.now() - toldAt.getTime() : 0;
  if (knownForMs >= HOLD_HOURS * HOUR_MS && knownForMs < RECOVERY_NOTICE_MS) return;

  throw new AppError("forbidden", {
    message: "You came in by a recovery code, so your second factors cannot be changed yet",
    details: `confirm it with one of them, or come back ${HOLD_HOURS} hours after our email about the code`,
  });
}
