import type { SquareClient } from "square";
import type { ProviderRefund, RefundOrder, RefundOutcome } from "#lib/gateways/gateway.ts";
import { NO_ANSWER, type ProviderRefusal } from "#lib/gateways/provider-answer.ts";
import { logProviderFailure } from "#lib/gateways/provider-call.ts";
import { readRefund } from "#lib/gateways/refund-once.ts";
import { readSquareError, readSquareRefund } from "./answer.ts";
import { squareCurrency } from "./order.ts";

/** Asks for the refund; what the provider said to this one request. */
export async function sendSquareRefund(
  square: SquareClient,
  { refundId, providerReference, refundReference, amount, currency }: RefundOrder,
  signal: AbortSignal,
): Promise<RefundOutcome | ProviderRefusal> {
  const code = squareCurrency(currency);
  if (!code) return { kind: "refused", reason: "currency: is not taken by the provider" };

  try {
    const { refund } = await square.refunds.refundPayment({
      idempotencyKey: refundId,
      paymentId: providerReference,
      amountMoney: { amount: BigInt(amount), currency: code },
      // A refund has no metadata: it is known as ours by the last word of its reason.
      reason: refundReference ? `${refundReference} ${refundId}` : refundId,
    });
    return refund ? readRefund(readSquareRefund(refund)) : NO_ANSWER;
  } catch (error) {
    const answer = readSquareError(error, signal);
    if (answer.kind === "unknown") logProviderFailure("square", refundId, error);
    return answer;
  }
}

/** Square lists no refunds by payment, but a payment names its own. */
export async function listSquareRefunds(
  square: SquareClient,
  paymentId: string,
): Promise<ProviderRefund[] | undefined> {
  const { payment } = await square.payments.get({ paymentId });
  if (!payment) return undefined;
  const refunds: ProviderRefund[] = [];
  for (const refundId of payment.refundIds ?? []) {
    const { refund } = await square.refunds.get({ refundId });
    if (!refund) return undefined;
    refunds.push(readSquareRefund(refund));
  }
  return refunds;
}
