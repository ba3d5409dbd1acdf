import { ApiError, isUndecided } from "#lib/client/api-error.ts";
import type { CreatedPayment } from "#lib/client/payments.ts";
import { type EntryState, toEntryError } from "./entry.ts";

export type Answer =
  | { kind: "decided"; status: EntryState }
  /** There is no payment, and this envelope will not become one. */
  | { kind: "seal_again"; error: ApiError }
  /** Not about this sale, or not known yet: the line waits. */
  | { kind: "stop"; error: ApiError };

function readPayment(payment: CreatedPayment): Answer {
  const isPaid = payment.veroMetadata.paymentStatus === "succeeded";
  const state = isPaid ? "paid" : "requires_confirmation";
  return { kind: "decided", status: { state, payment } };
}

/** What a failed create says about the sale. Only what is certainly its own mistake decides it. */
export function readFailure(error: ApiError): Answer {
  const { status, code, details } = error;
  if (isUndecided(error) || status === 429) return { kind: "stop", error };
  if (code === "payment_declined") {
    return { kind: "decided", status: { state: "declined", error: toEntryError(error) } };
  }
  const isAboutBody = code === "invalid_request" || code === "conflict";
  if (isAboutBody && details.startsWith("reservation: ")) return { kind: "seal_again", error };
  if (code === "conflict" && details.startsWith("to take the payment after all")) {
    return { kind: "decided", status: { state: "canceled" } };
  }
  if (isAboutBody || code === "payload_too_large") return refuse(error);
  // A revoked key or a missing signature would refuse every sale in the line.
  return { kind: "stop", error };
}

export function refuse(error: ApiError): Answer {
  return { kind: "decided", status: { state: "refused", error: toEntryError(error) } };
}

/** Calls, and reads what is thrown. What is not from the service is thrown on. */
export async function answerOf(call: () => Promise<CreatedPayment>): Promise<Answer> {
  try {
    return readPayment(await call());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return readFailure(error);
  }
}
