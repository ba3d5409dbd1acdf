import { actOf } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { getAccount } from "./account.ts";
import { tooManyAttempts } from "./attempts.ts";
import { CHALLENGE_MS, createChallenge, relyingParty } from "./challenges.ts";
import type { PasskeyAnswer, PasskeyRequest } from "./contract-passkeys.ts";
import type { PasswordStepUp } from "./contract-step-up.ts";
import { forgetSessionsEverywhere } from "./find-session.ts";
import { invalidField } from "./invalid-field.ts";
import { describePasskey, notVerified } from "./passkeys.ts";
import { STEP_UP_MS } from "./session-limits.ts";
import type { Proof } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { selectKnownPasskeys } from "./store-passkeys.ts";
import { updateSteppedUp } from "./store-sessions.ts";
import { verifyAnswer } from "./verify-passkey.ts";

type SteppedUp = { until: Date };

/**
 * Takes the same input as a sign-in, and counts failures together with those. Throws `invalid_request` that
 * names the field, or `rate_limit_exceeded`.
 */
export async function stepUpByPassword({
  caller,
  address,
  proof,
}: {
  caller: SignedInMember;
  address: string;
  proof: PasswordStepUp;
}): Promise<SteppedUp> {
  const { email } = await getAccount(caller);
  const outcome = await signIn({ ...proof, email }, address, "step_up");
  if (outcome.state === "signed_in") {
    return await stepUp(caller, { method: "password", secondFactor: outcome.secondFactor });
  }
  if (outcome.state === "too_many_tries") throw tooManyAttempts(outcome.retryAfter);
  if (outcome.state === "second_factor_needed") throw invalidField("code", "must not be empty");
  if (outcome.state === "wrong_code") throw invalidField("code", "is wrong, or was used before");
  throw invalidField("password", "does not match");
}

/** Asks for one of the member's passkeys. Throws `not_found` if there is none. */
export async function beginPasskeyStepUp({
  caller: { memberId, sessionId },
}: {
  caller: SignedInMember;
}): Promise<PasskeyRequest> {
  const known = await selectKnownPasskeys(memberId);
  if (known.length === 0) throw new AppError("not_found", { message: "You have no passkey" });

  return {
    rpId: relyingParty().id,
    challenge: await createChallenge({ purpose: "step_up", sessionId }),
    timeout: CHALLENGE_MS,
    allowCredentials: known.map(describePasskey),
    userVerification: "required",
  };
}

/** Throws `invalid_request`. */
export async function stepUpByPasskey({
  caller,
  response,
}: {
  caller: SignedInMember;
  response: PasskeyAnswer;
}): Promise<SteppedUp> {
  const { sessionId } = caller;
  const passkey = await verifyAnswer({ purpose: "step_up", sessionId }, response);
  if (passkey?.memberId !== caller.memberId) {
    await recordEvent(actOf(caller, "step_up.failed", { after: { reason: "passkey_refused" } }));
    throw notVerified();
  }
  return await stepUp(caller, { method: "passkey", secondFactor: null });
}

async function stepUp(
  caller: SignedInMember,
  { method, secondFactor }: Pick<Proof, "method" | "secondFactor">,
): Promise<SteppedUp> {
  const { sessionId } = caller;
  const steppedUpAt = new Date();
  const after = { method, ...(secondFactor && { secondFactor }) };
  const act = actOf(caller, "step_up.succeeded", { target: sessionId, after });
  const recovered = secondFactor === "recovery_code";
  await updateSteppedUp(sessionId, { steppedUpAt, recovered }, act);
  // The call that waits for this must succeed on every server.
  await forgetSessionsEverywhere();
  return { until: new Date(steppedUpAt.getTime() + STEP_UP_MS) };
}
