import { type Square, SquareError, SquareTimeoutError } from "square";
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
import { readPaymentMatch, readRefundMatch } from "./match.ts";

/** An earlier request used the token, perhaps the one whose answer was lost. */
const TOKEN_TAKEN = new Set(["CARD_TOKEN_USED", "SOURCE_USED"]);
const TEMPORARY = new Set([
  "CONFLICT",
  "TEMPORARY_ERROR",
  "REQUEST_TIMEOUT",
  "GATEWAY_TIMEOUT",
  // The next attempt comes when that one is done.
  "REFUND_ALREADY_PENDING",
]);
/** Categories of what Square refused for good; a proxy's error page has none. */
const REFUSALS = new Set(["INVALID_REQUEST_ERROR", "MERCHANT_SUBSCRIPTION_ERROR", "REFUND_ERROR"]);

/** What is read of a payment. */
type PaymentState = Pick<Square.Payment, "id" | "orderId" | "status" | "totalMoney"> & {
  cardDetails?: { errors?: readonly { code: string }[]; authResultCode?: string };
};

/** What the state of a payment says about the charge. */
export function readPayment(
  payment: PaymentState | undefined,
): Exclude<ChargeOutcome, { kind: "invalid" }> {
  const { id, orderId, status, totalMoney } = payment ?? {};
  if (!id || !orderId) return NO_ANSWER;

  // Square has no client secret. Its payment id takes the place: the one thing that the client of a
  // payment can show to Square's own applications.
  const names = { orderId, clientSecret: id, providerReference: id, ...readMoney(totalMoney) };
  switch (status) {
    case "COMPLETED": {
      const match = readPaymentMatch(payment ?? {});
      return { kind: "succeeded", ...names, ...(match && { match }) };
    }
    case "APPROVED":
    case "PENDING":
      return { kind: "requires_confirmation", ...names };
    case "FAILED":
    case "CANCELED": {
      const code = payment?.cardDetails?.errors?.[0]?.code;
      if (!code && status === "CANCELED") return { kind: "declined", reason: CANCELED };
      return { kind: "declined", reason: providerReason(code ?? status).toLowerCase() };
    }
    default:
      return NO_ANSWER;
  }
}

/** Square counts in the smallest unit, too. */
function readMoney({ amount, currency }: Square.Money = {}) {
  return {
    amount: typeof amount === "bigint" ? Number(amount) : undefined,
    currency: currency?.toLowerCase(),
  };
}

/** What a payment that was to be canceled says about that. */
export function readCanceledPayment(payment: PaymentState | undefined): CancelOutcome {
  const outcome = readPayment(payment);
  switch (outcome.kind) {
    case "succeeded":
      return outcome;
    case "declined":
      return { kind: "canceled" };
    default:
      return NO_ANSWER;
  }
}

/** A refund of ours or of the merchant's own. */
export function readSquareRefund(refund: Square.PaymentRefund): ProviderRefund {
  const { id: providerReference, amountMoney, reason } = refund;
  const refundId = reason?.split(" ").at(-1) ?? "";
  const match = readRefundMatch(refund);
  return {
    providerReference,
    refundId: isId("refund", refundId) ? refundId : null,
    amount: Number(amountMoney.amount ?? 0),
    ...readRefundStatus(refund),
    ...(match && { match }),
  };
}

function readRefundStatus({
  status,
}: Square.PaymentRefund): Pick<ProviderRefund, "status" | "failureReason"> {
  switch (status) {
    case "COMPLETED":
      return { status: "succeeded", failureReason: null };
    case "REJECTED":
    case "FAILED":
      return { status: "failed", failureReason: status.toLowerCase() };
    default:
      return { status: "pending", failureReason: null };
  }
}

/** Undefined where the answer does not say which one it is. */
export function readSquareDispute({
  id,
  state,
  reason,
}: Square.Dispute): ProviderDispute | undefined {
  if (!id) return undefined;
  const status = DISPUTE_STATUS.get(state ?? "") ?? "open";
  return { disputeId: id, status, reason: providerReason(reason).toLowerCase() };
}

/** The merchant keeps the money, too, where an inquiry was closed. */
const DISPUTE_STATUS: ReadonlyMap<string, ProviderDispute["status"]> = new Map([
  ["WON", "won"],
  ["INQUIRY_CLOSED", "won"],
  ["LOST", "lost"],
  ["ACCEPTED", "lost"],
]);

/**
 * What a failed request says about the charge
 * (https://developer.squareup.com/docs/build-basics/general-considerations/handling-errors).
 */
export function readSquareError(error: unknown, signal: AbortSignal): ProviderRefusal {
  if (signal.aborted || error instanceof SquareTimeoutError) {
    return { kind: "unknown", reason: "timeout" };
  }
  if (!(error instanceof SquareError)) return NO_ANSWER;

  const { statusCode = 0, errors } = error;
  const having = (test: (entry: (typeof errors)[number]) => boolean) => errors.find(test);
  if (having(({ code }) => code === "IDEMPOTENCY_KEY_REUSED")) return { kind: "conflict" };
  if (having(({ code }) => TEMPORARY.has(code))) return NO_ANSWER;
  const taken = having(({ code }) => TOKEN_TAKEN.has(code));
  if (taken) return refused("cardNonce", taken.code);
  const declined = having(({ category }) => category === "PAYMENT_METHOD_ERROR");
  if (declined && isRefusal(statusCode)) {
    return { kind: "declined", reason: providerReason(declined.code).toLowerCase() };
  }
  const locked = having(({ category }) => category === "AUTHENTICATION_ERROR");
  if (locked || statusCode === 401 || statusCode === 403) {
    return refused("credentials", (locked ?? errors[0])?.code);
  }
  const refusal = having(({ category }) => REFUSALS.has(category));
  return refusal && isRefusal(statusCode) ? refused(refusal.code, refusal.field) : NO_ANSWER;
}

function refused(...parts: (string | undefined)[]): ProviderRefusal {
  return { kind: "refused", reason: providerReason(...parts).toLowerCase() };
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
