import { ApiError, isUndecided } from "#lib/client/api-error.ts";
import type { Body } from "#lib/client/schemas.ts";
import type { AnyEnvironment, GatewayName } from "#lib/core/vocabulary.ts";
import { loadSealer } from "./load-sealer.ts";
import { reserveKey } from "./reserve-key.ts";

/** What is read of a refund; whatever else it has goes into the credit note. */
type ClearRefund = Pick<
  Body<"refundPayment">,
  "refundReference" | "receiptId" | "transactionId" | "transactionDate"
> & { amount: number };

/** The body of a refund whose credit note was sealed at the till. */
export type SealedRefundBody = Extract<Body<"refundPayment">, { reservation: string }>;

type UnsealedRefund = {
  environment: AnyEnvironment;
  sale: { paymentId: string; gateway: GatewayName; merchantId: string; currency: string };
  body: ClearRefund;
};

/**
 * Asks to which key the credit note of a sale is to be sealed, and seals it on this device. Nothing is refunded by that,
 * nor where it throws: no error of it leaves open what became of the refund.
 */
export async function sealRefund(
  { environment, sale, body }: UnsealedRefund,
  timeoutMs?: number,
): Promise<SealedRefundBody> {
  const { paymentId, gateway, merchantId, currency } = sale;
  const call = { environment, gateway, body: { refundOf: paymentId } };
  const reservation = await reserveKey(call, { timeoutMs }).catch((cause: unknown) => {
    throw nothingSent(cause);
  });

  const { refundReference, ...fields } = body;
  const { receiptId, transactionId, transactionDate, amount } = body;
  const references = { receiptId, merchantId, transactionId, transactionDate };
  const creditNote = {
    merchantId,
    ...fields,
    currency,
    gateway,
    kind: "refund",
    refundOf: paymentId,
  };
  const { sealReceipt } = await loadSealer();
  const sealed = await sealReceipt(reservation, creditNote);
  // `protected` of an envelope is the one text that the service takes.
  return { refundReference, ...references, currency, amount, ...sealed } as SealedRefundBody;
}

/** Without an answer to this call it is certain that nothing was refunded. */
function nothingSent(cause: unknown): unknown {
  if (!isUndecided(cause)) return cause;
  const message = "The service named no key for the credit note, so no refund was requested";
  return new ApiError({ status: 0, code: "service_unavailable", message, cause });
}
