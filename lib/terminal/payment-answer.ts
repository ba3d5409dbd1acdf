import type { ApiError } from "#lib/client/api-error.ts";
import type { CreatedPayment } from "#lib/client/payments.ts";
import type { RequestedPayment } from "#lib/client/settle-payment.ts";

/** Where the receipt of a payment is sealed. */
export type SealedAt = CreatedPayment["veroMetadata"]["sealedAt"];

/** What a tap comes to. One that is `undecided` is sent again, the same, at the cashier's word. */
export type PaymentAnswer =
  | RequestedPayment
  | { state: "refused"; error: ApiError }
  /** The receipt could not be sealed, so no payment was requested. */
  | { state: "not_begun"; error: Error };

/** The payment that the service has answered with. */
export function paymentOf(answer: PaymentAnswer | undefined): CreatedPayment | undefined {
  return answer && "payment" in answer ? answer.payment : undefined;
}
