import { type Square, SquareError, SquareTimeoutError } from "square";
import type { ProviderAnswer } from "#lib/gateways/charge-once.ts";
import type { ChargeOutcome, CheckOutcome } from "#lib/gateways/gateway.ts";
import { providerReason } from "#lib/gateways/provider-call.ts";

/** An earlier request used the token, perhaps the one whose answer was lost. */
const TOKEN_TAKEN = new Set(["CARD_TOKEN_USED", "SOURCE_USED"]);
const TEMPORARY = new Set(["CONFLICT", "TEMPORARY_ERROR", "REQUEST_TIMEOUT", "GATEWAY_TIMEOUT"]);

/** What is read of a payment, from an answer or a notification. */
type PaymentState = Pick<Square.Payment, "id" | "orderId" | "status"> & {
  cardDetails?: { errors?: readonly { code: string }[] };
};

/** What the state of a payment says about the charge. */
export function readPayment(payment: PaymentState | undefined): ChargeOutcome {
  const { id, orderId, status } = payment ?? {};
  if (!id || !orderId) return { kind: "unknown", reason: "provider_error" };

  // Square has no client secret. Its payment id takes the place: the one thing that the client of a
  // payment can show to Square's own applications.
  const references = { orderId, clientSecret: id };
  switch (status) {
    case "COMPLETED":
      return { kind: "succeeded", ...references };
    case "APPROVED":
    case "PENDING":
      return { kind: "requires_confirmation", ...references };
    case "FAILED":
    case "CANCELED": {
      const code = payment?.cardDetails?.errors?.[0]?.code ?? status;
      return { kind: "declined", reason: providerReason(code).toLowerCase() };
    }
    default:
      return { kind: "unknown", reason: "provider_error" };
  }
}

/**
 * What a failed request says about the charge
 * (https://developer.squareup.com/docs/build-basics/general-considerations/handling-errors).
 */
export function readSquareError(error: unknown, signal: AbortSignal): ProviderAnswer {
  if (signal.aborted || error instanceof SquareTimeoutError) {
    return { kind: "unknown", reason: "timeout" };
  }
  if (!(error instanceof SquareError)) return { kind: "unknown", reason: "provider_error" };

  const { statusCode = 0, errors } = error;
  const { category, code, field } = errors[0] ?? {};
  if (code === "IDEMPOTENCY_KEY_REUSED") return { kind: "conflict" };
  if (statusCode === 401 || statusCode === 403 || category === "AUTHENTICATION_ERROR") {
    return { kind: "unexamined", reason: providerReason("credentials", code).toLowerCase() };
  }
  if (code && TOKEN_TAKEN.has(code)) {
    return { kind: "unexamined", reason: providerReason("cardNonce", code).toLowerCase() };
  }
  if (!isRefusal(statusCode) || (code && TEMPORARY.has(code))) {
    return { kind: "unknown", reason: "provider_error" };
  }
  if (category === "PAYMENT_METHOD_ERROR") {
    return { kind: "declined", reason: providerReason(code).toLowerCase() };
  }
  // Square's own words only: a proxy's error page says nothing about the charge.
  return category === "INVALID_REQUEST_ERROR" || category === "MERCHANT_SUBSCRIPTION_ERROR"
    ? { kind: "invalid", reason: providerReason(code, field).toLowerCase() }
    : { kind: "unknown", reason: "provider_error" };
}

/** What a failed call says about the credentials. */
export function readSquareCheck(error: unknown): CheckOutcome {
  if (!(error instanceof SquareError)) return { kind: "unknown" };

  const { statusCode = 0, errors } = error;
  const { category, code } = errors[0] ?? {};
  const refused = category === "AUTHENTICATION_ERROR" || category === "INVALID_REQUEST_ERROR";
  return refused && isRefusal(statusCode)
    ? { kind: "refused", reason: providerReason(code).toLowerCase() }
    : { kind: "unknown" };
}

function isRefusal(statusCode: number): boolean {
  return statusCode >= 400 && statusCode < 500 && ![408, 409, 429].includes(statusCode);
}
