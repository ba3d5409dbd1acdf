import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { selectRecovery } from "./store-second-factor.ts";

const HOUR_MS = 60 * 60 * 1000;
const HOLD_HOURS = 24;
const HOLD_MS = HOLD_HOURS * HOUR_MS;
/** After an older notice, the member has to get a new one. */
export const RECOVERY_NOTICE_MS = 7 * 24 * HOUR_MS;

type Held = "second factors" | "password" | "email address";

/**
 * The user of a recovery code may be a thief: the ways to sign in do not change until a second factor is
 * used, or until a day after the notice to the member. Throws `forbidden`.
 */
export async function requireNoRecoveryHold(
  caller: SignedInMember,
  held: Held = "second factors",
): Promise<void> {
  const { recovered, toldAt } = await selectRecovery(caller);
  if (!recovered) return;
  const knownForMs = toldAt ? Date.now() - toldAt.getTime() : 0;
  if (knownForMs >= HOLD_MS && knownForMs < RECOVERY_NOTICE_MS) return;

  throw new AppError("forbidden", {
    message: `You signed in with a recovery code, so your ${held} cannot be changed yet`,
    details: `confirm your identity with a passkey or your authenticator app, or try again ${HOLD_HOURS} hours after our email about the code`,
  });
}

/** Whether the member was notified of a recovery code less than a day ago, and has used no factor since. */
export function isWithinRecoveryHold(toldAt: Date | null): boolean {
  return toldAt !== null && Date.now() - toldAt.getTime() < HOLD_MS;
}
