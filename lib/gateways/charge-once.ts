import { idTime } from "#lib/core/ids.ts";
import type { Charge, ChargeOutcome } from "./gateway.ts";

/** What the provider said to one request, seen alone. */
export type ProviderAnswer =
  | ChargeOutcome
  /** Refused at the door, before the provider compared it with earlier requests. */
  | { kind: "unexamined"; reason: string }
  /** An earlier request used the idempotency key with other parameters. */
  | { kind: "conflict" };

export type ChargeSteps = {
  /** How long the provider is sure to remember an idempotency key, milliseconds. */
  keyLifetimeMs: number;
  send(): Promise<ProviderAnswer>;
  /** The charge of an earlier request, if the provider has one. */
  find(): Promise<ChargeOutcome | undefined>;
};

/** After this long, what a provider does not find does not exist: Stripe's search lags up to an hour. */
const FINDABLE_AFTER_MS = 2 * 60 * 60 * 1000;

/**
 * Sends the charge so that it is made at most once and a repetition gets its result. The idempotency
 * key does most of that; what the key cannot settle on a repetition is looked up: keys expire, the
 * remembered answer can be an error, and credentials can be withdrawn after the charge was made.
 */
export async function chargeOnce(
  { paymentId, attempt }: Pick<Charge, "paymentId" | "attempt">,
  { keyLifetimeMs, send, find }: ChargeSteps,
): Promise<ChargeOutcome> {
  if (attempt <= 1) return settleFirst(await send());

  const ageMs = Date.now() - idTime(paymentId).getTime();
  const outlivedKey = !(ageMs < keyLifetimeMs);
  if (outlivedKey) {
    const found = await find();
    if (found) return found;
  }

  const answer = await send();
  if (answer.kind !== "unknown" && answer.kind !== "conflict" && answer.kind !== "unexamined") {
    return answer;
  }

  const found = await find();
  if (found) return found;
  if (answer.kind === "unexamined" && ageMs > FINDABLE_AFTER_MS) return settleFirst(answer);
  return answer.kind === "unknown" ? answer : { kind: "unknown", reason: "provider_error" };
}

function settleFirst(answer: ProviderAnswer): ChargeOutcome {
  switch (answer.kind) {
    case "unexamined":
      return { kind: "invalid", reason: answer.reason };
    case "conflict":
      return { kind: "unknown", reason: "provider_error" };
    default:
      return answer;
  }
}
