import type { Charge, ChargeOutcome } from "./gateway.ts";
import { type ChargeAnswer, NO_ANSWER } from "./provider-answer.ts";

export type ChargeSteps = {
  /** How long the provider is sure to remember an idempotency key, milliseconds. */
  keyLifetimeMs: number;
  send(): Promise<ChargeAnswer>;
  /** The charge of an earlier request, if the provider shows one. */
  find(): Promise<ChargeOutcome | undefined>;
};

/**
 * Sends the charge so that it is made at most once and a repetition gets its result. The idempotency
 * key does most of that; what the key cannot settle on a repetition is looked up: keys expire, the
 * remembered answer can be an error, and credentials can be withdrawn after the charge was made.
 */
export async function chargeOnce(
  { attempt, firstAskedAt }: Pick<Charge, "attempt" | "firstAskedAt">,
  { keyLifetimeMs, send, find }: ChargeSteps,
): Promise<ChargeOutcome> {
  if (attempt <= 1) return settleFirst(await send());

  const ageMs = Date.now() - firstAskedAt.getTime();
  const outlivedKey = !(ageMs < keyLifetimeMs);
  if (outlivedKey) {
    const found = await find();
    if (found) return found;
  }

  const answer = await send();
  switch (answer.kind) {
    case "unknown":
      return (await find()) ?? answer;
    case "conflict":
    case "refused":
      // The earlier request may still be under way: only a look-up later on can tell.
      return (await find()) ?? NO_ANSWER;
    default:
      return answer;
  }
}

function settleFirst(answer: ChargeAnswer): ChargeOutcome {
  switch (answer.kind) {
    case "refused":
      return { kind: "invalid", reason: answer.reason };
    case "conflict":
      return NO_ANSWER;
    default:
      return answer;
  }
}
