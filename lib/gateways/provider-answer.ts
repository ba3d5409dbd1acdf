import type { ChargeOutcome, Unknown } from "./gateway.ts";

/** What a failed request says, seen alone. */
export type ProviderRefusal =
  /** The card was refused. */
  | { kind: "declined"; reason: string }
  /** This request did nothing; whether an earlier one did, it does not say. */
  | { kind: "refused"; reason: string }
  /** An earlier request used the idempotency key with other parameters. */
  | { kind: "conflict" }
  | Unknown;

export type ChargeAnswer = Exclude<ChargeOutcome, { kind: "invalid" }> | ProviderRefusal;

export const NO_ANSWER = { kind: "unknown", reason: "provider_error" } as const;

/**
 * By then an abandoned request has been carried out or never will be, and the
 * provider's lists show what it did: Square's lag behind by several seconds.
 */
const SETTLED_AFTER_MS = 2 * 60 * 1000;

/** Whether the provider's lists show by now whatever was asked for at `time`. */
export function isSettled(time: Date): boolean {
  return Date.now() - time.getTime() > SETTLED_AFTER_MS;
}
