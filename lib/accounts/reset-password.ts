import { AppError } from "#lib/core/errors.ts";
import { PASSWORD_RESET_MINUTES } from "#lib/core/retention.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { hasInboxAllowance, requireStrangerAllowance } from "#lib/mail/allowance.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import type { OpenedReset } from "./contract-reset.ts";
import { forgetSessionsEverywhere } from "./find-session.ts";
import { hashPassword } from "./hash-password.ts";
import { resetLetter } from "./letters.ts";
import { requireStrongPassword } from "./require-strong-password.ts";
import { insertPasswordReset, selectPasswordReset, takePasswordReset } from "./store-resets.ts";

/**
 * Sends a link to this address, unless it has had enough of them. Neither the answer nor its time reveals
 * whether the address is a member's. Throws `rate_limit_exceeded`.
 */
export async function requestPasswordReset({
  address,
  email,
}: {
  address: string;
  email: string;
}): Promise<void> {
  await requireStrangerAllowance(address);
  // The link of an earlier letter still works, even if a stranger requested it.
  if (!(await hasInboxAllowance({ to: email, about: "password_reset" }))) return;

  const token = createToken("rst");
  const expiresAt = new Date(Date.now() + PASSWORD_RESET_MINUTES * 60_000);
  await insertPasswordReset({ email, hash: hashToken(token), expiresAt }, (isMember) =>
    resetLetter(email, token, isMember),
  );
  await sendQueuedSoon();
}

/**
 * The account whose password the link sets. Throws `not_found` for a link that is unknown, expired, or used.
 */
export async function openPasswordReset({ token }: { token: string }): Promise<OpenedReset> {
  const reset = await selectPasswordReset(hashToken(token));
  if (!reset) throw noReset();
  return reset;
}

/**
 * Sets the new password and ends every session; a second factor is asked for as before. Throws
 * `not_found` as above, or `invalid_request` that names the password.
 */
export async function resetPassword({
  token,
  password,
}: {
  token: string;
  password: string;
}): Promise<void> {
  const reset = await selectPasswordReset(hashToken(token));
  if (!reset) throw noReset();
  const { email, organizationName } = reset;
  await requireStrongPassword({ field: "password", password, email, known: [organizationName] });

  if (!(await takePasswordReset(hashToken(token), await hashPassword(password)))) throw noReset();
  await forgetSessionsEverywhere();
  await sendQueuedSoon();
}

function noReset(): AppError {
  return new AppError("not_found", { message: "No such link, or it is no longer valid" });
}
