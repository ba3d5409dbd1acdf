import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { getAccount } from "./account.ts";
import { isEmail, type PasswordChange, passwordIsEmail } from "./contract.ts";
import { hashPassword, matchesPassword } from "./hash-password.ts";
import type { SignedIn } from "./sign-in.ts";
import { updatePassword } from "./store.ts";
import { accountRung, takeTry, tooManyTries } from "./tries.ts";

/**
 * Takes a new password and ends every session; gives what a session needs to go on. Throws
 * `invalid_request` that names the field, or `rate_limit_exceeded`.
 */
export async function changePassword({
  caller,
  address,
  request,
}: {
  caller: SignedInMember;
  address: string;
  request: PasswordChange;
}): Promise<SignedIn> {
  const { currentPassword, newPassword } = request;
  await requirePassword({ caller, address, field: "currentPassword", password: currentPassword });
  const { email } = await getAccount(caller);
  if (isEmail(newPassword, email)) throw invalid(passwordIsEmail);
  if (newPassword === currentPassword) throw invalid("is the password that you have");

  const sessionVersion = await updatePassword(caller.memberId, await hashPassword(newPassword));
  return { memberId: caller.memberId, sessionVersion };
}

function invalid(reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `newPassword: ${reason}`,
  });
}

/**
 * Makes sure that it is the member who holds the session. Throws `invalid_request` that names
 * `field`, or `rate_limit_exceeded`: its tries are those of signing in.
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
  const attempt = await takeTry([accountRung(email, address)]);
  if (attempt.state === "too_many") throw tooManyTries(attempt.retryAfter);
  if (!(await matchesPassword(passwordHash, password))) {
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: `${field}: is not your password`,
    });
  }
  await attempt.end("passed");
}
