import { RateLimiterRes } from "rate-limiter-flexible";
import { actOf } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import type { SignedInMember } from "#lib/core/caller.ts";
import { limiterFor } from "#lib/limits/limiter.ts";

/** The same again is not news, and a caller in a loop must not fill the trail. */
const onceAMinute = { name: "audit-throttled", points: 1, seconds: 60 };

/** Takes a proof that was refused unseen, after too many wrong ones, into the trail. */
export async function recordThrottledProof(caller: SignedInMember): Promise<void> {
  try {
    await limiterFor(onceAMinute).consume(caller.memberId);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return;
    throw refusal;
  }
  await recordEvent(actOf(caller, "step_up.failed", { after: { reason: "too_many_attempts" } }));
}
