import type { SignedInMember } from "#lib/auth/caller.ts";
import { createRecoveryCodes, hashRecoveryCode } from "#lib/auth/recovery-codes.ts";
import { findTotpStep } from "#lib/auth/totp.ts";
import { codeRung, takeTry } from "#lib/auth/tries.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { tooManyTries } from "#lib/services/password/too-many-tries.ts";
import { getAccount } from "#lib/services/session/get-account.ts";
import { confirmSecondFactor } from "#lib/storage/second-factors.ts";

/**
 * Takes the secret that was begun into use; gives the recovery codes. Throws `conflict` where none
 * waits, `invalid_request` for a wrong code, or `rate_limit_exceeded`.
 */
export async function confirmOwnSecondFactor({
  caller,
  code,
}: {
  caller: SignedInMember;
  code: string;
}): Promise<string[]> {
  const { memberId } = caller;
  const { totpSecret: secret, totpSince } = await getAccount(caller);
  if (!secret || totpSince) throw nothingBegun();

  const attempt = await takeTry([codeRung(memberId)]);
  if (attempt.state === "too_many") throw tooManyTries(attempt.retryAfter);
  const step = findTotpStep({ memberId, secret }, code);
  if (step === undefined) {
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: "code: is not what the app shows now; is the clock of the phone right?",
    });
  }

  const recoveryCodes = createRecoveryCodes();
  const recoveryHashes = recoveryCodes.map(hashRecoveryCode);
  if (!(await confirmSecondFactor(memberId, { secret, step, recoveryHashes }))) {
    throw nothingBegun();
  }
  await attempt.end("passed");
  return recoveryCodes;
}

function nothingBegun(): AppError {
  return new AppError("conflict", {
    message: "No second factor waits for its first code",
    details: "begin one first",
  });
}
