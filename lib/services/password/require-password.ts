import type { SignedInMember } from "#lib/auth/caller.ts";
import { matchesPassword } from "#lib/auth/passwords.ts";
import { accountRung, takeTry } from "#lib/auth/tries.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { getAccount } from "#lib/services/session/get-account.ts";
import { tooManyTries } from "./too-many-tries.ts";

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
