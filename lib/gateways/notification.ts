import type { ChargeOutcome } from "./gateway.ts";

/**
 * A request of a provider, as it came in: signatures are over its bytes, and with some over the address
 * that the provider was given.
 */
export type Delivery = { body: Uint8Array; headers: Headers; url: string };

/** What a provider says of a payment; states that it is in for the moment are left out. */
export type NotifiedPayment = {
  /** Ours, as the provider was given it. */
  paymentId: string;
  outcome?: Extract<ChargeOutcome, { kind: "succeeded" | "declined" }>;
  /** Paid back altogether so far, in the smallest unit of the currency, ISO 4217's. */
  refundedAmount?: number;
};

export type Notification =
  /** `eventId` is the same at each delivery. Without `payment`, none of what we follow. */
  | { kind: "verified"; eventId: string; payment?: NotifiedPayment }
  /** Not proven to be the provider's, or too old. The reason is shown to the sender. */
  | { kind: "refused"; reason: string };

/** The outcome where it is the last word on a charge: what is under way comes with the answer to it. */
export function finalOutcome(outcome: ChargeOutcome): Pick<NotifiedPayment, "outcome"> {
  return outcome.kind === "succeeded" || outcome.kind === "declined" ? { outcome } : {};
}
