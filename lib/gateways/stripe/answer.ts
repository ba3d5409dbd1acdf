import Stripe from "stripe";
import { isId } from "#lib/core/ids.ts";
import {
  CANCELED,
  type CancelOutcome,
  type ChargeOutcome,
  type CheckOutcome,
  type ProviderDispute,
  type ProviderRefund,
} from "#lib/gateways/gateway.ts";
import { NO_ANSWER, type ProviderRefusal } from "#lib/gateways/provider-answer.ts";
import { providerReason } from "#lib/gateways/provider-call.ts";
import { fromStripeAmount } from "./amount.ts";
import { readChargeMatch, readRefundMatch } from "./match.ts";

/** What the state of a PaymentIntent says about the charge. */
export function readIntent(
  intent: Stripe.PaymentIntent,
): Exclude<ChargeOutcome, { kind: "invalid" }> {
  const { id } = intent;
  if (!id) return NO_ANSWER;

  const names = {
    orderId: id,
    // Some answers leave the secret out; the money was taken all the same.
    clientSecret: intent.client_secret ?? "",
    providerReference: id,
    ...readMoney(intent),
  };
  switch (intent.status) {
    case "succeeded": {
      const match = readChargeMatch(intent);
      return { kind: "succeeded", ...names, ...(match && { match }) };
    }
    case "canceled":
      return { kind: "declined", reason: CANCELED };
    // The first three wait for the customer, also after a card that failed: another one may follow.
    // The other two do not, but are as little paid yet.
    case "requires_payment_method":
    case "requires_confirmation":
    case "requires_action":
    case "processing":
    case "requires_capture":
      return { kind: "requires_confirmation", ...names };
    default:
      return NO_ANSWER;
  }
}

/** What was taken, or is to be: the account can change an intent, and capture less than it is over. */
function readMoney({ status, amount, amount_received, currency }: Stripe.PaymentIntent) {
  const atStripe = status === "succeeded" ? amount_received : amount;
  return { amount: fromStripeAmount(atStripe, currency), currency };
}

/**
 * The same where the answer to the creation was lost. The client secret is lost, too, so a card that failed
 * is the one that came with the charge, and no other can follow.
 */
export function readLostIntent(intent: Stripe.PaymentIntent): ReturnType<typeof readIntent> {
  const { status, last_payment_error: lastError, metadata } = intent;
  if (metadata?.canceled) return { kind: "declined", reason: CANCELED };
  return status === "requires_payment_method" && lastError
    ? { kind: "declined", reason: declineReason(lastError) }
    : readIntent(intent);
}

/** What a failed request says about the charge (https://docs.stripe.com/api/errors). */
export function readStripeError(error: unknown, signal: AbortSignal): ProviderRefusal {
  if (signal.aborted) return { kind: "unknown", reason: "timeout" };
  if (!(error instanceof Stripe.errors.StripeError)) return NO_ANSWER;

  const { rawType, statusCode = 0, code, param } = error;
  // Before the status: a declined card comes with 402, some refusals of a card with 400.
  if (rawType === "card_error") return { kind: "declined", reason: declineReason(error) };
  if (rawType === "idempotency_error" && statusCode < 409) return { kind: "conflict" };
  if (statusCode === 401 || statusCode === 403) {
    return { kind: "refused", reason: providerReason("credentials", code) };
  }
  if (code === "rate_limit" || code === "lock_timeout") return NO_ANSWER;
  if (statusCode === 402) return { kind: "declined", reason: declineReason(error) };
  if (statusCode === 400 || statusCode === 404) {
    return { kind: "refused", reason: providerReason(code ?? rawType, param) };
  }
  // 409 (the same key is under way), 429, 5xx, no connection, not JSON: nothing is known.
  return NO_ANSWER;
}

/** Whether Stripe repeats what it answered to an earlier request with the same key. */
export function isReplayed(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeError && error.headers?.["idempotent-replayed"] === "true"
  );
}

/** What a PaymentIntent that was to be canceled says about that. */
export function readCanceledIntent(intent: Stripe.PaymentIntent): CancelOutcome {
  if (intent.status === "canceled") return { kind: "canceled" };
  const outcome = readIntent(intent);
  // Such as `processing`: the answer of the card's issuer has to be waited for.
  return outcome.kind === "succeeded" ? outcome : NO_ANSWER;
}

/** Refused where the intent is paid or canceled already. Throws what says nothing about it. */
export function readCancelError(error: unknown): CancelOutcome {
  const isFinal =
    error instanceof Stripe.errors.StripeError && error.code === "payment_intent_unexpected_state";
  if (!isFinal || !error.payment_intent) throw error;
  return readCanceledIntent(error.payment_intent);
}

/** A refund of ours or of the merchant's own. Undefined in a currency that we cannot write. */
export function readStripeRefund(refund: Stripe.Refund): ProviderRefund | undefined {
  const amount = fromStripeAmount(refund.amount, refund.currency);
  if (amount === undefined) return undefined;
  const { id: providerReference, metadata } = refund;
  const refundId = metadata?.refundId;
  const match = readRefundMatch(refund);
  return {
    providerReference,
    refundId: refundId && isId("refund", refundId) ? refundId : null,
    amount,
    ...readRefundStatus(refund),
    ...(match && { match }),
  };
}

function readRefundStatus({
  status,
  failure_reason,
}: Stripe.Refund): Pick<ProviderRefund, "status" | "failureReason"> {
  switch (status) {
    case "succeeded":
      return { status, failureReason: null };
    case "failed":
    case "canceled":
      return { status: "failed", failureReason: providerReason(failure_reason ?? status) };
    default:
      return { status: "pending", failureReason: null };
  }
}

export function readStripeDispute({ id, status, reason }: Stripe.Dispute): ProviderDispute {
  const read = DISPUTE_STATUS.get(status) ?? "open";
  return { disputeId: id, status: read, reason: providerReason(reason) };
}

/** The merchant keeps the money, too, where an inquiry was closed or a dispute prevented. */
const DISPUTE_STATUS: ReadonlyMap<string, ProviderDispute["status"]> = new Map([
  ["won", "won"],
  ["warning_closed", "won"],
  ["prevented", "won"],
  ["lost", "lost"],
]);

/** What a failed call says about the credentials. */
export function readStripeCheck(error: unknown): CheckOutcome {
  if (!(error instanceof Stripe.errors.StripeError)) return { kind: "unknown" };

  const { statusCode = 0, code, rawType } = error;
  const refused = statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429;
  return refused
    ? { kind: "refused", reason: providerReason(code ?? rawType) }
    : { kind: "unknown" };
}

/** The most telling code there is: `insufficient_funds` rather than `card_declined`. */
function declineReason(error: { decline_code?: string; code?: string }): string {
  return providerReason(error.decline_code || error.code || "card_declined");
}
