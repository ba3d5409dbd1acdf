import type Stripe from "stripe";
import type { ProviderRefund, RefundOrder, RefundOutcome } from "#lib/gateways/gateway.ts";
import { NO_ANSWER, type ProviderRefusal } from "#lib/gateways/provider-answer.ts";
import { logProviderFailure } from "#lib/gateways/provider-call.ts";
import { readRefund } from "#lib/gateways/refund-once.ts";
import { readStripeError, readStripeRefund } from "./answer.ts";

/** Asks for the refund; what the provider said to this one request. */
export async function sendStripeRefund(
  stripe: Stripe,
  { refundId, paymentId, providerReference, refundReference }: RefundOrder,
  amount: number,
  signal: AbortSignal,
): Promise<RefundOutcome | ProviderRefusal> {
  const metadata = { refundId, paymentId, ...(refundReference ? { refundReference } : {}) };
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: providerReference, amount, metadata },
      { idempotencyKey: refundId },
    );
    const taken = readStripeRefund(refund);
    return taken ? readRefund(taken) : NO_ANSWER;
  } catch (error) {
    const answer = readStripeError(error, signal);
    if (answer.kind === "unknown") logProviderFailure("stripe", refundId, error);
    return answer;
  }
}

/** All refunds of an intent. Undefined where one of them has an amount that we cannot write. */
export async function listStripeRefunds(
  stripe: Stripe,
  paymentIntent: string,
): Promise<ProviderRefund[] | undefined> {
  const refunds: ProviderRefund[] = [];
  for await (const refund of stripe.refunds.list({ payment_intent: paymentIntent, limit: 100 })) {
    const read = readStripeRefund(refund);
    if (!read) return undefined;
    refunds.push(read);
  }
  return refunds;
}
