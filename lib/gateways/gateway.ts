import type { Environment } from "#lib/core/vocabulary.ts";
import type { LineItem } from "#lib/receipts/contract.ts";

/** What a gateway is asked for. The payment's id is the idempotency key towards the provider. */
export type Charge = {
  paymentId: string;
  /** How often this payment was sent to the gateway, this time included. */
  attempt: number;
  /** In the smallest unit of the currency, ISO 4217's; each gateway converts at its own border. */
  amount: number;
  currency: string;
  items: readonly LineItem[];
  /** The part of `amount` that is not in the items; same unit. */
  taxAmount: number | undefined;
  paymentMethod: string | undefined;
  cardNonce: string | undefined;
  receiptId: string;
  merchantId: string;
  transactionId: string;
  organizationId: string;
  environment: Environment;
};

export type ChargeOutcome =
  | { kind: "succeeded"; orderId: string; clientSecret: string }
  /** Made, but not paid yet: the customer or the provider still has a step to do. */
  | { kind: "requires_confirmation"; orderId: string; clientSecret: string }
  /** The card was refused; the provider's code, such as `insufficient_funds`. */
  | { kind: "declined"; reason: string }
  /** The request or the account's set-up is wrong, and nothing was charged. Shown to the caller. */
  | { kind: "invalid"; reason: string }
  /** No answer, or one that says nothing of the charge: nobody knows yet whether it was made. */
  | { kind: "unknown"; reason: "timeout" | "provider_error" }
  /** Not sent, to spare a provider that gives no answers; an earlier attempt may have been. */
  | { kind: "unknown"; reason: "not_asked"; retryAfterMs: number };

export type CheckOutcome =
  /** `account` is the provider's own id of what is charged; null where it does not tell. */
  | { kind: "ok"; account: string | null }
  /** The provider does not take these credentials. */
  | { kind: "refused"; reason: string }
  | { kind: "unknown" };

export type Gateway = {
  /**
   * Made at most once for a payment id, however often it is asked, also by another process. Gives up
   * when aborted; never throws for what a provider answers or fails to answer.
   */
  charge(charge: Charge, signal: AbortSignal): Promise<ChargeOutcome>;
  /**
   * Makes sure that a payment which failed is not paid any more: its client may still have the form.
   * The outcome is what the payment has come to by then; undefined where a failure is final anyway.
   */
  cancel?(orderId: string, signal: AbortSignal): Promise<ChargeOutcome | undefined>;
  /** Proves the credentials with one call that changes nothing. */
  check(signal: AbortSignal): Promise<CheckOutcome>;
  /** For how long a charge would not be sent now, milliseconds. */
  refusedForMs?(): number | undefined;
};

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
