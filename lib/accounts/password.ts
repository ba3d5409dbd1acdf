import type { SignedInMember } from "#lib/core/caller.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { getAccount } from "./account.ts";
import { accountCounter, startAttempt, tooManyAttempts } from "./attempts.ts";
import type { PasswordChange } from "./contract.ts";
import { hashPassword, matchesPassword } from "./hash-password.ts";
import { invalidPassword, requireStrongPassword } from "./require-strong-password.ts";
import { forgetSessionsEverywhere } from "./sessions.ts";
import { updatePassword } from "./store.ts";

/**
 * Sets a new password and ends every other session. This one gets a new token, which is returned.
 * Throws `invalid_request` that names the field, or `rate_limit_exceeded`.
 */
export async function changePassword({
  caller,
  address,
  request,
}: {
  caller: SignedInMember;
  address: string;
  request: PasswordChange;
}): Promise<string> {
  const { currentPassword, newPassword } = request;
  await requirePassword({ caller, address, field: "currentPassword", password: currentPassword });
  const { email, organization } = await getAccount(caller);
  if (newPassword === currentPassword) {
    throw invalidPassword("newPassword", "is your current password");
  }
  const known = [organization.name];
  await requireStrongPassword({ field: "newPassword", password: newPassword, email, known });

  const token = createToken("ses");
  const keep = { ...caller, hash: hashToken(token) };
  await updatePassword(keep, await hashPassword(newPassword));
  await forgetSessionsEverywhere();
  await sendQueuedSoon();
  return token;
}

/**
 * Makes sure that it is the member who uses the session. Throws `invalid_request` that names `field`,
 * or `rate_limit_exceeded`: failures count together with those of signing in.
 */
export async function requirePassword({
  caller,
  address,
  field,
  password,
}: {
  caller: SignedInMember;
  address: string;
  field: string;
  password: string;
}): Promise<void> {
  const { email, passwordHash } = await getAccount(caller);
  const attempt = await startAttempt([accountCounter(email, address)]);
  if (attempt.state === "too_many") throw tooManyAttempts(attempt.retryAfter);
  if (!(await matchesPassword(passwordHash, password))) {
    throw invalidPassword(field, "is not your password");
  }
  await attempt.end("passed");
}
