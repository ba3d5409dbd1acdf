import { actOfMember } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import { countRepeats } from "#lib/audit/repeats.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import { counter } from "#lib/metrics/instruments.ts";
import { isOfAddress, type Throttled } from "./attempts.ts";
import { type SignInRow, selectSignIn } from "./store.ts";

/** What the proof of identity is for. */
export type ProofPurpose = "sign_in" | "step_up";

type Failure = { reason: string; count?: number };

const refusals = counter({
  name: "sealslip_sign_ins_refused_total",
  help: "Sign-ins and proofs of members that were refused",
  labels: ["purpose", "reason"],
});

/** Failures that a client can repeat at no cost are only recorded in part; all of them are counted. */
export function countRefusal(purpose: ProofPurpose, reason: string): void {
  refusals.add(purpose, reason);
}

/** In the trail of the member's organization, or in the service's own if the member is unknown. */
export async function recordFailure(
  member: Pick<SignInRow, "id" | "organizationId"> | undefined,
  after: Failure,
  purpose: ProofPurpose = "sign_in",
): Promise<void> {
  if (after.count === undefined) countRefusal(purpose, after.reason);
  const action = `${purpose}.failed` as const;
  if (member) {
    const { id: memberId, organizationId } = member;
    return await recordEvent(actOfMember({ organizationId, memberId }, action, { after }));
  }
  await recordEvent({
    organizationId: SERVICE_TRAIL,
    environment: null,
    actor: { kind: "nobody", id: null },
    action,
    after,
  });
}

/**
 * Records an attempt that was refused unchecked, after too many wrong ones, with the number of them within
 * the hour. An address that fails at many emails is in the service's own trail.
 */
export async function recordThrottled(
  { counter: throttling }: Throttled,
  email: string,
  purpose: ProofPurpose,
): Promise<void> {
  const reason = "too_many_attempts";
  countRefusal(purpose, reason);
  const count = await countRepeats(`${purpose} ${throttling.policy.name} ${throttling.key}`);
  if (count === undefined) return;
  const isOfNobody = purpose === "sign_in" && isOfAddress(throttling);
  const member = isOfNobody ? undefined : await selectSignIn(email);
  await recordFailure(member, { reason, count }, purpose);
}
