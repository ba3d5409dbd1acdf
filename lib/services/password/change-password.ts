import type { SignedInMember } from "#lib/auth/caller.ts";
import { hashPassword } from "#lib/auth/passwords.ts";
import type { SignedIn } from "#lib/auth/sign-in.ts";
import { isEmail, type PasswordChange, passwordIsEmail } from "#lib/contract/password.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { getAccount } from "#lib/services/session/get-account.ts";
import { changePassword } from "#lib/storage/accounts.ts";
import { requirePassword } from "./require-password.ts";

/**
 * Takes a new password and ends every session; gives what a session needs to go on. Throws
 * `invalid_request` that names the field, or `rate_limit_exceeded`.
 */
export async function changeOwnPassword({
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

  const sessionVersion = await changePassword(caller.memberId, await hashPassword(newPassword));
  return { memberId: caller.memberId, sessionVersion };
}

function invalid(reason: string): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: `newPassword: ${reason}`,
  });
}
