import type Stripe from "stripe";
import type { ProviderRefund, RefundOrder } from "#lib/gateways/gateway.ts";
import { NO_ANSWER } from "#lib/gateways/provider-answer.ts";
import { logProviderFailure } from "#lib/gateways/provider-call.ts";
import { type RefundAnswer, readRefund } from "#lib/gateways/refund-once.ts";
import { isReplayed, readStripeError, readStripeRefund } from "./answer.ts";

/** Asks for the refund; what the provider said to this one request. */
export async function sendStripeRefund(
  stripe: Stripe,
  { refundId, paymentId, providerReference, refundReference }: RefundOrder,
  { amount, key }: { amount: number; key: number },
  signal: AbortSignal,
): Promise<RefundAnswer> {
  const metadata = { refundId, paymentId, ...(refundReference ? { refundReference } : {}) };
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: providerReference, amount, metadata },
      { idempotencyKey: key === 1 ? refundId : `${refundId}:${key}` },
    );
    const taken = readStripeRefund(refund);
    return taken ? readRefund(taken) : NO_ANSWER;
  } catch (error) {
    const answer = readStripeError(error, signal);
    if (answer.kind === "unknown") logProviderFailure("stripe", refundId, error);
    // Stripe saves the first answer of a key for 24 hours, whatever it was; one that is no failure of
    // Stripe's own says what became of the refund (https://docs.stripe.com/api/idempotent_requests).
    return answer.kind === "unknown" && isReplayed(error) ? { kind: "spent" } : answer;
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
