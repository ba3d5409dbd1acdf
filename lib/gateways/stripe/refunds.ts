import type Stripe from "stripe";
import type { ProviderRefund, RefundOrder, RefundOutcome } from "#lib/gateways/gateway.ts";
import { NO_ANSWER, type ProviderRefusal } from "#lib/gateways/provider-answer.ts";
import { logProviderFailure } from "#lib/gateways/provider-call.ts";
import { readRefund } from "#lib/gateways/refund-once.ts";
import { readStripeError, readStripeRefund } from "./answer.ts";

/**
 * Asks for the refund; what the provider said to this one request.
 *
 * [Note: a refund whose key is spent]
 *
 * Stripe saves the first answer of a key for a day, its own failures included. A failure leaves open
 * whether the refund was made: Stripe may still carry it out when it tidies up, and tells so by its list
 * only (https://docs.stripe.com/error-low-level#server-errors). So a key is used for an hour. In the next
 * hour the refund is only looked for: by its end every request has been carried out or never will be. If
 * the list does not show it then, it was not made, and the next key is safe. Key and hour follow from the
 * time of the first request alone, so that processes that die or meet each other always agree on them.
 */
export async function sendStripeRefund(
  stripe: Stripe,
  { refundId, paymentId, providerReference, refundReference, firstAskedAt }: RefundOrder,
  amount: number,
  signal: AbortSignal,
): Promise<RefundOutcome | ProviderRefusal> {
  const hours = Math.max(0, Math.floor((Date.now() - firstAskedAt.getTime()) / HOUR_MS));
  if (hours % 2 === 1) return NO_ANSWER;
  const idempotencyKey = hours === 0 ? refundId : `${refundId}:${hours}`;
  const metadata = { refundId, paymentId, ...(refundReference ? { refundReference } : {}) };
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: providerReference, amount, metadata },
      { idempotencyKey },
    );
    const taken = readStripeRefund(refund);
    return taken ? readRefund(taken) : NO_ANSWER;
  } catch (error) {
    const answer = readStripeError(error, signal);
    if (answer.kind === "unknown") logProviderFailure("stripe", refundId, error);
    return answer;
  }
}

const HOUR_MS = 60 * 60 * 1000;

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
