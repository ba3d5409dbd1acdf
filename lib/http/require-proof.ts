import { STEP_UP_MINUTES } from "#lib/accounts/contract-step-up.ts";
import type { findSession } from "#lib/accounts/find-session.ts";
import { mustHaveSecondFactor } from "#lib/accounts/second-factor-rule.ts";
import { isSteppedUp } from "#lib/accounts/session-limits.ts";
import { AppError } from "#lib/core/errors.ts";
import type { ForMembers } from "#lib/core/operation.ts";

export type NeededProof = Pick<ForMembers, "stepUp" | "beforeSecondFactor">;

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Throws `second_factor_required` or `step_up_required`, as the operation requires. */
export function requireProof(session: Session, { stepUp, beforeSecondFactor }: NeededProof): void {
  if (!beforeSecondFactor && mustHaveSecondFactor(session) && !session.hasSecondFactor) {
    throw new AppError("second_factor_required", {
      message: "You must set up a second factor first",
      details: "add a passkey or an authenticator app in the console",
    });
  }
  if (stepUp && !isSteppedUp(session)) {
    throw new AppError("step_up_required", {
      message: "Confirm that it is you first",
      details: `a sign-in or a confirmation counts for ${STEP_UP_MINUTES} minutes`,
    });
  }
}
