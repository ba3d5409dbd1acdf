import { z } from "zod";
import {
  accountCounter,
  addressCounter,
  awaitResult,
  startAttempt,
  type Throttled,
} from "./attempts.ts";
import { checkSecondFactor, type SecondFactorProof } from "./codes.ts";
import { matchesPassword } from "./hash-password.ts";
import { type ProofPurpose, recordFailure, recordThrottled } from "./record-failure.ts";
import type { SignedIn } from "./sessions.ts";
import { selectSignIn } from "./store.ts";

export type SignInOutcome =
  | { state: "signed_in"; signedIn: SignedIn; secondFactor: SecondFactorProof | null }
  /** For an unknown email, too */
  | { state: "wrong_credentials" }
  | { state: "second_factor_needed" }
  | { state: "wrong_code" }
  /** Seconds */
  | { state: "too_many_tries"; retryAfter: number }
  /** Of single sign-on */
  | { state: "email_not_verified" | "not_confirmed" | "recovery_hold" | "no_member" }
  /** The service itself failed; the log says how. */
  | { state: "service_unavailable" };

const credentials = z.object({
  email: z.string().trim().min(3).max(256).toLowerCase().refine(isStorable),
  password: z.string().min(1).max(1024).refine(isStorable),
  /** Forms send an empty field where there is no code. */
  code: z
    .string()
    .max(64)
    .transform((text) => text.replace(/\s/g, "") || undefined)
    .optional(),
});

/**
 * Checks email and password, and the code if the member has a second factor. A failure goes into the trail
 * under `purpose`.
 */
export async function signIn(
  fields: unknown,
  address: string,
  purpose: ProofPurpose = "sign_in",
): Promise<SignInOutcome> {
  const parsed = credentials.safeParse(fields);
  if (!parsed.success) return { state: "wrong_credentials" };

  const { email } = parsed.data;
  const attempt = await startAttempt([addressCounter(address), accountCounter(email, address)]);
  if (attempt.state === "too_many") return await throttle(attempt, email, purpose);

  const outcome = await awaitResult(attempt, checkCredentials(parsed.data, purpose));
  if (outcome.state === "signed_in") await attempt.end("passed");
  // The right password alone does not clear the failures: that would allow more guesses at codes.
  else if (!failures.has(outcome.state)) await attempt.end("undecided");
  return outcome;
}

const failures = new Set<SignInOutcome["state"]>(["wrong_credentials", "wrong_code"]);

async function checkCredentials(
  { email, password, code }: z.output<typeof credentials>,
  purpose: ProofPurpose,
): Promise<SignInOutcome> {
  const member = await selectSignIn(email);
  // An unknown email takes a verification, too, so that the time does not reveal the members.
  const matches = await matchesPassword(member?.passwordHash, password);
  if (!member || !matches) {
    await recordFailure(member, { reason: member ? "wrong_password" : "unknown_email" }, purpose);
    return { state: "wrong_credentials" };
  }

  const check = await checkSecondFactor(member, code);
  if (check.state === "needed") return { state: "second_factor_needed" };
  if (check.state === "wrong") {
    await recordFailure(member, { reason: "wrong_code" }, purpose);
    return { state: "wrong_code" };
  }
  if (check.state === "too_many") return await throttle(check, email, purpose);
  const { id: memberId, organizationId, sessionVersion } = member;
  const signedIn = { memberId, organizationId, sessionVersion };
  return { state: "signed_in", signedIn, secondFactor: check.secondFactor };
}

async function throttle(
  refusal: Throttled,
  email: string,
  purpose: ProofPurpose,
): Promise<SignInOutcome> {
  await recordThrottled(refusal, email, purpose);
  return { state: "too_many_tries", retryAfter: refusal.retryAfter };
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
