import { actOf } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { createToken, hashToken } from "#lib/crypto/tokens.ts";
import { sendQueuedSoon } from "#lib/mail/queue-letter.ts";
import { getAccount, sessionEnded } from "./account.ts";
import { accountCounter, startAttempt, tooManyAttempts } from "./attempts.ts";
import type { PasswordChange } from "./contract.ts";
import { forgetSessionsEverywhere } from "./find-session.ts";
import { hashPassword, matchesPassword } from "./hash-password.ts";
import { invalidField } from "./invalid-field.ts";
import { recordThrottled } from "./record-failure.ts";
import { requireNoRecoveryHold } from "./recovery-hold.ts";
import { requireStrongPassword } from "./require-strong-password.ts";
import { type Account, updatePassword } from "./store.ts";

/**
 * Sets a new password and ends every other session. This one gets a new token, which is returned. Throws
 * `invalid_request` that names the field, `rate_limit_exceeded`, `forbidden` after a recovery code, or
 * `unauthorized` if the session ended or the password changed meanwhile.
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
  await requireNoRecoveryHold(caller, "password");
  const { currentPassword, newPassword } = request;
  const account = await getAccount(caller);
  await requirePassword(caller, account, address, currentPassword);
  if (newPassword === currentPassword) {
    throw invalidField("newPassword", "is your current password");
  }
  const { email, organization } = account;
  const known = [organization.name];
  await requireStrongPassword({ field: "newPassword", password: newPassword, email, known });

  const token = createToken("ses");
  const keep = { ...caller, hash: hashToken(token) };
  const act = actOf(caller, "password.changed", { target: caller.memberId });
  const verifiedHash = account.passwordHash;
  const passwordHash = await hashPassword(newPassword);
  if (!(await updatePassword(keep, { verifiedHash, passwordHash }, act))) throw sessionEnded();

  await forgetSessionsEverywhere();
  await sendQueuedSoon();
  return token;
}

/** Failures count together with those of sign-ins. */
async function requirePassword(
  caller: SignedInMember,
  { email, passwordHash }: Account,
  address: string,
  password: string,
): Promise<void> {
  const attempt = await startAttempt([accountCounter(email, address)]);
  if (attempt.state === "too_many") {
    await recordThrottled(attempt, email, "step_up");
    throw tooManyAttempts(attempt.retryAfter);
  }
  if (!(await matchesPassword(passwordHash, password))) {
    await recordEvent(actOf(caller, "step_up.failed", { after: { reason: "wrong_password" } }));
    throw invalidField("currentPassword", "does not match");
  }
  await attempt.end("passed");
}
