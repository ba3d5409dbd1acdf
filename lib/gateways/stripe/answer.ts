import Stripe from "stripe";
import type { ProviderAnswer } from "#lib/gateways/charge-once.ts";
import type { ChargeOutcome, CheckOutcome } from "#lib/gateways/gateway.ts";
import { providerReason } from "#lib/gateways/provider-call.ts";

/** What the state of a PaymentIntent says about the charge. */
export function readIntent(intent: Stripe.PaymentIntent): ChargeOutcome {
  const { id, client_secret: clientSecret, last_payment_error: lastError } = intent;
  if (!id || !clientSecret) return { kind: "unknown", reason: "provider_error" };

  switch (intent.status) {
    case "succeeded":
      return { kind: "succeeded", orderId: id, clientSecret };
    case "canceled":
      return { kind: "declined", reason: "canceled" };
    case "requires_payment_method":
      // Where a payment method was tried it failed; where none was, the client brings one.
      if (lastError) return { kind: "declined", reason: declineReason(lastError) };
      return { kind: "requires_confirmation", orderId: id, clientSecret };
    case "requires_confirmation":
    case "requires_action":
    // The last two are not in the customer's hands, but as little paid yet; Stripe notifies.
    case "processing":
    case "requires_capture":
      return { kind: "requires_confirmation", orderId: id, clientSecret };
    default:
      return { kind: "unknown", reason: "provider_error" };
  }
}

/** What a failed request says about the charge (https://docs.stripe.com/api/errors). */
export function readStripeError(error: unknown, signal: AbortSignal): ProviderAnswer {
  if (signal.aborted) return { kind: "unknown", reason: "timeout" };
  if (!(error instanceof Stripe.errors.StripeError)) {
    return { kind: "unknown", reason: "provider_error" };
  }

  const { rawType, statusCode = 0, code, param } = error;
  // Before the status: a declined card comes with 402, some refusals of a card with 400.
  if (rawType === "card_error") return { kind: "declined", reason: declineReason(error) };
  if (rawType === "idempotency_error" && statusCode < 409) return { kind: "conflict" };
  if (statusCode === 401 || statusCode === 403) {
    return { kind: "unexamined", reason: providerReason("credentials", code) };
  }
  if (statusCode === 400 || statusCode === 402 || statusCode === 404) {
    return code === "rate_limit" || code === "lock_timeout"
      ? { kind: "unknown", reason: "provider_error" }
      : { kind: "invalid", reason: providerReason(code ?? rawType, param) };
  }
  // 409 (the same key is under way), 429, 5xx, no connection, not JSON: nothing is known.
  return { kind: "unknown", reason: "provider_error" };
}

/** What it says of a PaymentIntent that it cannot be canceled: that it is paid, or canceled already. */
export function readCancelError(error: unknown, signal: AbortSignal): ChargeOutcome {
  if (signal.aborted) return { kind: "unknown", reason: "timeout" };
  const isFinal =
    error instanceof Stripe.errors.StripeError && error.code === "payment_intent_unexpected_state";
  return isFinal && error.payment_intent
    ? readIntent(error.payment_intent)
    : { kind: "unknown", reason: "provider_error" };
}

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
