import { actOfMember } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import { countRepeats } from "#lib/audit/repeats.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import { counter } from "#lib/metrics/instruments.ts";
import { isOfAddress, type Throttled } from "./attempts.ts";
import { type SignInRow, selectSignIn } from "./store.ts";

/** What somebody proves who they are for. */
export type ProofPurpose = "sign_in" | "step_up";

type Failure = { reason: string; count?: number };

const refusals = counter({
  name: "sealslip_sign_ins_refused_total",
  help: "Sign-ins and proofs of members that were refused",
  labels: ["purpose", "reason"],
});

/** Only some of those that anybody can repeat at no cost are recorded; each is counted. */
export function countRefusal(purpose: ProofPurpose, reason: string): void {
  refusals.add(purpose, reason);
}

/** In the trail of the member's organization, or in the service's own where nobody is known. */
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
 * Takes an attempt that was refused unseen, after too many wrong ones, into the trail, with how many there
 * have been within the hour. An address that fails at many emails is in the service's own trail.
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
