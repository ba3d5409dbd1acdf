import type { SignedInMember } from "#lib/auth/caller.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { requirePassword } from "#lib/services/password/require-password.ts";
import { removeSecondFactor } from "#lib/storage/second-factors.ts";

/** Throws `invalid_request` for a wrong password, `rate_limit_exceeded`, or `not_found`. */
export async function removeOwnSecondFactor({
  caller,
  address,
  password,
}: {
  caller: SignedInMember;
  address: string;
  password: string;
}): Promise<void> {
  await requirePassword({ caller, address, field: "password", password });
  if (await removeSecondFactor(caller.memberId)) return;
  throw new AppError("not_found", { message: "You have no second factor" });
}
