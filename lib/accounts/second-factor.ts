import { actOf } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import { countRepeats } from "#lib/audit/repeats.ts";
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
import { forgetSessionsEverywhere } from "./find-session.ts";
import { invalidField } from "./invalid-field.ts";
import { lastSecondFactor } from "./passkeys.ts";
import { requireNoRecoveryHold } from "./recovery-hold.ts";
import { mustHaveSecondFactor } from "./second-factor-rule.ts";
import { deleteTotp, markSecondFactorActive, updateTotpSecret } from "./store-second-factor.ts";

/**
 * Creates a secret that takes effect with its first code, and replaces one that still waits for its first
 * code. Throws `conflict` if an app is in use, or `forbidden` after a recovery code.
 */
export async function beginSecondFactor({
  caller,
}: {
  caller: SignedInMember;
}): Promise<TotpSetup> {
  await requireNoRecoveryHold(caller);
  const { email } = await getAccount(caller);
  const { text, uri } = createTotpSecret(email);
  const secret = encryptTotpSecret(caller.memberId, text);
  if (!(await updateTotpSecret(caller.memberId, secret))) {
    throw new AppError("conflict", {
      message: "You have an authenticator app already; remove it first",
    });
  }
  return { secret: text, uri };
}

/**
 * Activates the new secret, ends every other session, and returns the recovery codes. Throws `conflict` if no
 * secret waits for its first code, `invalid_request` for a wrong code, `rate_limit_exceeded`, or `forbidden`
 * after a recovery code.
 */
export async function confirmSecondFactor({
  caller,
  code,
}: {
  caller: SignedInMember;
  code: string;
}): Promise<string[]> {
  // A recovery code may have been used since the setup began.
  await requireNoRecoveryHold(caller);
  const { memberId } = caller;
  const { totpSecret: secret, totpSince } = await getAccount(caller);
  if (!secret || totpSince) throw nothingPending();

  const attempt = await startAttempt([codeCounter(memberId)]);
  if (attempt.state === "too_many") {
    const count = await countRepeats(`setup ${memberId}`);
    if (count !== undefined)
      await recordSetupFailure(caller, { reason: "too_many_attempts", count });
    throw tooManyAttempts(attempt.retryAfter);
  }
  const step = findTotpStep({ memberId, secret }, code);
  if (step === undefined) {
    await recordSetupFailure(caller, { reason: "wrong_code" });
    throw invalidField("code", "is not the current code of the app; check the clock of the phone");
  }

  const recoveryCodes = createRecoveryCodes();
  const recoveryHashes = recoveryCodes.map(hashRecoveryCode);
  const act = actOf(caller, "second_factor.added", { target: memberId, after: { method: "totp" } });
  if (!(await markSecondFactorActive(caller, { secret, step, recoveryHashes }, act))) {
    throw nothingPending();
  }
  await attempt.end("passed");
  await forgetSessionsEverywhere();
  await sendQueuedSoon();
  return recoveryCodes;
}

async function recordSetupFailure(
  caller: SignedInMember,
  failure: { reason: string; count?: number },
): Promise<void> {
  const details = { target: caller.memberId, after: { method: "totp", ...failure } };
  await recordEvent(actOf(caller, "second_factor.setup_failed", details));
}

function nothingPending(): AppError {
  return new AppError("conflict", {
    message: "No authenticator app is waiting for its first code",
    details: "set one up first",
  });
}

/**
 * Ends every other session, too. Throws `not_found`, `forbidden` after a recovery code, or `conflict`
 * for the last second factor of a member who must have one.
 */
export async function removeSecondFactor({ caller }: { caller: SignedInMember }): Promise<void> {
  await requireNoRecoveryHold(caller);
  const { role, organization } = await getAccount(caller);
  const required = mustHaveSecondFactor({ role, ...organization });
  const details = { target: caller.memberId, before: { method: "totp" } };
  const act = actOf(caller, "second_factor.removed", details);
  const removal = await deleteTotp(caller, { required }, act);
  if (removal === "not_found") {
    throw new AppError("not_found", { message: "You have no authenticator app" });
  }
  if (removal === "last_one") throw lastSecondFactor();
  await forgetSessionsEverywhere();
  await sendQueuedSoon();
}
