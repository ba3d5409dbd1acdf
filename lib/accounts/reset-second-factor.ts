import { AppError } from "#lib/core/errors.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { forgetSessionsEverywhere } from "./sessions.ts";
import { deleteSecondFactors, queueResetNotices } from "./store-second-factor.ts";

/**
 * Removes a member's passkeys, app, and recovery codes, and ends their sessions: they sign in with the
 * password, and set up anew what they must have. For the operator, who has made sure who asks; no route
 * leads here. Throws `not_found`.
 */
export async function resetSecondFactor({ email }: { email: string }): Promise<{ email: string }> {
  if (!(await deleteSecondFactors(email))) {
    throw new AppError("not_found", { message: "Nobody has this email" });
  }
  await forgetSessionsEverywhere();
  return { email };
}

/** Tells those whose second factor was reset since the last run. */
export async function announceResets(): Promise<undefined> {
  if (await queueResetNotices()) await sendQueuedSoon();
}
