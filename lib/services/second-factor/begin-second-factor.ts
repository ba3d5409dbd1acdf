import type { SignedInMember } from "#lib/auth/caller.ts";
import { createTotpSecret, encryptTotpSecret } from "#lib/auth/totp.ts";
import type { TotpSetup } from "#lib/contract/second-factor.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { getAccount } from "#lib/services/session/get-account.ts";
import { beginSecondFactor } from "#lib/storage/second-factors.ts";

/**
 * A secret that counts from its first code on; one that was begun earlier is forgotten. Throws
 * `conflict` where a second factor is in use.
 */
export async function beginOwnSecondFactor({
  caller,
}: {
  caller: SignedInMember;
}): Promise<TotpSetup> {
  const { email } = await getAccount(caller);
  const { text, uri } = createTotpSecret(email);
  const isBegun = await beginSecondFactor(
    caller.memberId,
    encryptTotpSecret(caller.memberId, text),
  );
  if (!isBegun) {
    throw new AppError("conflict", { message: "You have a second factor; remove it first" });
  }
  return { secret: text, uri };
}
