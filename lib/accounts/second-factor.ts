import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { getAccount } from "./account.ts";
import {
  createRecoveryCodes,
  createTotpSecret,
  encryptTotpSecret,
  findTotpStep,
  hashRecoveryCode,
} from "./codes.ts";
import type { TotpSetup } from "./contract.ts";
import { requirePassword } from "./password.ts";
import { activateSecondFactor, deleteSecondFactor, insertSecondFactor } from "./store.ts";
import { codeRung, takeTry, tooManyTries } from "./tries.ts";

/**
 * A secret that counts from its first code on; one that was begun earlier is forgotten. Throws
 * `conflict` where a second factor is in use.
 */
export async function beginSecondFactor({
  caller,
}: {
  caller: SignedInMember;
}): Promise<TotpSetup> {
  const { email } = await getAccount(caller);
  const { text, uri } = createTotpSecret(email);
  const isBegun = await insertSecondFactor(
    caller.memberId,
    encryptTotpSecret(caller.memberId, text),
  );
  if (!isBegun) {
    throw new AppError("conflict", { message: "You have a second factor; remove it first" });
  }
  return { secret: text, uri };
}

/**
 * Takes the secret that was begun into use; gives the recovery codes. Throws `conflict` where none
 * waits, `invalid_request` for a wrong code, or `rate_limit_exceeded`.
 */
export async function confirmSecondFactor({
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
  if (!(await activateSecondFactor(memberId, { secret, step, recoveryHashes }))) {
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

/** Throws `invalid_request` for a wrong password, `rate_limit_exceeded`, or `not_found`. */
export async function removeSecondFactor({
  caller,
  address,
  password,
}: {
  caller: SignedInMember;
  address: string;
  password: string;
}): Promise<void> {
  await requirePassword({ caller, address, field: "password", password });
  if (await deleteSecondFactor(caller.memberId)) return;
  throw new AppError("not_found", { message: "You have no second factor" });
}
