import { actOfMember } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import { countRepeats } from "#lib/audit/repeats.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import { isOfAddress, type Throttled } from "./attempts.ts";
import { type SignInRow, selectSignIn } from "./store.ts";

/** What somebody proves who they are for. */
export type ProofPurpose = "sign_in" | "step_up";

type Failure = { reason: string; count?: number };

/** In the trail of the member's organization, or in the service's own where nobody is known. */
export async function recordFailure(
  member: Pick<SignInRow, "id" | "organizationId"> | undefined,
  after: Failure,
  purpose: ProofPurpose = "sign_in",
): Promise<void> {
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
  { counter }: Throttled,
  email: string,
  purpose: ProofPurpose,
): Promise<void> {
  const count = await countRepeats(`${purpose} ${counter.policy.name} ${counter.key}`);
  if (count === undefined) return;
  const isOfNobody = purpose === "sign_in" && isOfAddress(counter);
  const member = isOfNobody ? undefined : await selectSignIn(email);
  await recordFailure(member, { reason: "too_many_attempts", count }, purpose);
}
