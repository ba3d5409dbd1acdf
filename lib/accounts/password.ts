import { actOf } from "#lib/audit/act.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { getAccount } from "./account.ts";
import { accountCounter, startAttempt, tooManyAttempts } from "./attempts.ts";
import { isEmail, type PasswordChange, passwordIsEmail } from "./contract.ts";
import { hashPassword, matchesPassword } from "./hash-password.ts";
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
  const { email } = await getAccount(caller);
  if (isEmail(newPassword, email)) throw invalid("newPassword", passwordIsEmail);
  if (newPassword === currentPassword) throw invalid("newPassword", "is your current password");

  const token = createToken("ses");
  const keep = { ...caller, hash: hashToken(token) };
  const act = actOf(caller, "password.changed", { target: caller.memberId });
  await updatePassword(keep, await hashPassword(newPassword), act);
  await forgetSessionsEverywhere();
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
    throw invalid(field, "is not your password");
  }
  await attempt.end("passed");
}

function invalid(field: string, reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `${field}: ${reason}`,
  });
}
