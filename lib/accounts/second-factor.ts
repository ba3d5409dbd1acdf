import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { getAccount } from "./account.ts";
import { codeCounter, startAttempt, tooManyAttempts } from "./attempts.ts";
import {
  createRecoveryCodes,
  createTotpSecret,
  encryptTotpSecret,
  findTotpStep,
  hashRecoveryCode,
} from "./codes.ts";
import type { TotpSetup } from "./contract.ts";
import { requirePassword } from "./password.ts";
import { forgetSessionsEverywhere } from "./sessions.ts";
import { deleteSecondFactor, markSecondFactorActive, updateTotpSecret } from "./store.ts";

/**
 * Creates a secret that takes effect with its first code, and replaces one that still awaits its own.
 * Throws `conflict` where a second factor is in use.
 */
export async function beginSecondFactor({
  caller,
}: {
  caller: SignedInMember;
}): Promise<TotpSetup> {
  const { email } = await getAccount(caller);
  const { text, uri } = createTotpSecret(email);
  const secret = encryptTotpSecret(caller.memberId, text);
  if (!(await updateTotpSecret(caller.memberId, secret))) {
    throw new AppError("conflict", {
      message: "You have a second factor already; remove it first",
    });
  }
  return { secret: text, uri };
}

/**
 * Puts the new secret to use, ends every other session, and returns the recovery codes. Throws
 * `conflict` where no secret awaits its first code, `invalid_request` for a wrong code, or
 * `rate_limit_exceeded`.
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
  if (!secret || totpSince) throw nothingPending();

  const attempt = await startAttempt([codeCounter(memberId)]);
  if (attempt.state === "too_many") throw tooManyAttempts(attempt.retryAfter);
  const step = findTotpStep({ memberId, secret }, code);
  if (step === undefined) {
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: "code: is not the current code of the app; check the clock of the phone",
    });
  }

  const recoveryCodes = createRecoveryCodes();
  const recoveryHashes = recoveryCodes.map(hashRecoveryCode);
  if (!(await markSecondFactorActive(caller, { secret, step, recoveryHashes }))) {
    throw nothingPending();
  }
  await attempt.end("passed");
  await forgetSessionsEverywhere();
  await sendQueuedSoon();
  return recoveryCodes;
}

function nothingPending(): AppError {
  return new AppError("conflict", {
    message: "No second factor is waiting for its first code",
    details: "set one up first",
  });
}

/** Ends every other session, too. Throws `invalid_request` for a wrong password, `rate_limit_exceeded`, or `not_found`. */
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
  if (!(await deleteSecondFactor(caller))) {
    throw new AppError("not_found", { message: "You have no second factor" });
  }
  await forgetSessionsEverywhere();
  await sendQueuedSoon();
}
