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
  /** Created, but not paid yet: the customer or the provider still has a step to do. */
  | { kind: "requires_confirmation"; orderId: string; clientSecret: string }
  /** The card was refused; the provider's code, such as `insufficient_funds`. */
  | { kind: "declined"; reason: string }
  /** The request or the account's setup is wrong, and nothing was charged. Shown to the caller. */
  | { kind: "invalid"; reason: string }
  /** No answer, or one that says nothing about the charge: nobody knows yet whether it was made. */
  | { kind: "unknown"; reason: "timeout" | "provider_error" }
  /** Not sent, to spare a provider that is not answering; an earlier attempt may have been. */
  | { kind: "unknown"; reason: "not_asked"; retryAfterMs: number };

export type CheckOutcome =
  /** `account` is the provider's own id of the account; null where the credentials may not ask for it. */
  | { kind: "ok"; account: string | null }
  /** The provider does not accept these credentials. */
  | { kind: "refused"; reason: string }
  | { kind: "unknown" };

export type Gateway = {
  /**
   * Charges at most once for a payment id, however often it is called, also by another process. Gives
   * up when aborted; never throws for what a provider answers or fails to answer.
   */
  charge(charge: Charge, signal: AbortSignal): Promise<ChargeOutcome>;
  /**
   * Makes sure that a failed payment can no longer be paid: its client may still have the form open.
   * Resolves to what the payment has come to by then, or to undefined where a failure is final anyway.
   */
  cancel?(orderId: string, signal: AbortSignal): Promise<ChargeOutcome | undefined>;
  /** Proves the credentials with one call that changes nothing. */
  check(signal: AbortSignal): Promise<CheckOutcome>;
  /** For how long a charge would be held back from now on, milliseconds; undefined where it would not. */
  refusedForMs?(): number | undefined;
};

/**
 * A provider's request as it came in: signatures cover its bytes, and with some providers the address
 * that they were given.
 */
export type Delivery = { body: Uint8Array; headers: Headers; url: string };

/** What a provider says about a payment; passing states are left out. */
export type NotifiedPayment = {
  /** Ours, as the provider was given it. */
  paymentId: string;
  outcome?: Extract<ChargeOutcome, { kind: "succeeded" | "declined" }>;
  /** The sum of all refunds so far, in the smallest unit of the currency, ISO 4217's. */
  refundedAmount?: number;
};

export type Notification =
  /** `eventId` is the same at each delivery. `payment` is absent for events that we do not follow. */
  | { kind: "verified"; eventId: string; payment?: NotifiedPayment }
  /** Not proven to be the provider's, or too old. The reason is shown to the sender. */
  | { kind: "refused"; reason: string };

/** The outcome where it is final: a charge still under way is settled by the answer to it. */
export function finalOutcome(outcome: ChargeOutcome): Pick<NotifiedPayment, "outcome"> {
  return outcome.kind === "succeeded" || outcome.kind === "declined" ? { outcome } : {};
}
