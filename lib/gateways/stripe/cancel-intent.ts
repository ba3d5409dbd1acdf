import type Stripe from "stripe";
import type { CancelOutcome, SentCharge } from "#lib/gateways/gateway.ts";
import { isSettled, NO_ANSWER } from "#lib/gateways/provider-answer.ts";
import { isReplayed, readCancelError, readCanceledIntent, readStripeError } from "./answer.ts";
import { findIntent } from "./find-intent.ts";

/**
 * Cancels the intent of a payment, or sees to it that none comes into being. Throws where Stripe gives
 * no answer.
 *
 * [Note: canceling a charge that is still on its way]
 *
 * The caller sends no charge from now on, but one that was sent earlier may arrive at any time: it may
 * be in the network, or its process was suspended. Both requests carry the payment's id as their
 * idempotency key, and Stripe lets one of them have it:
 *
 * - The charge has made its intent: it is known or found, and canceled, or it is paid.
 * - The charge comes later: the key is taken by an intent that cannot be confirmed, and the charge is
 *   refused since its parameters differ. This holds for as long as Stripe remembers keys, 24 hours.
 * - The charge gets the key between our look and our request, where we look first: we are refused, and look again.
 * - The charge is under way right now: Stripe answers 409, and nothing is known until the next time.
 * - The charge had the key and left no intent, as with a card that Stripe does not know: the same answer
 *   meets every repetition. That there is no intent is believed once a charge under way would have ended.
 * - The charge was refused before Stripe noted its key, for an amount that it does not take: we are
 *   refused for the same reason, and so is every repetition.
 *
 * The look reads all intents of the time in question, too many for one call of a busy account. So the request comes first
 * while Stripe has not forgotten the key: where it gets the key, no charge had, and there is nothing to look for.
 */
export async function cancelIntent(
  stripe: Stripe,
  charge: SentCharge,
  amount: number,
  signal: AbortSignal,
): Promise<CancelOutcome> {
  const { askedAt } = charge;
  const look = async () => (await findIntent(stripe, charge, askedAt))?.id;
  const occupy = () => occupyKey(stripe, charge, amount, signal);
  const id =
    charge.providerReference ??
    charge.orderId ??
    (isRemembered(charge)
      ? ((await occupy()) ?? (await look()))
      : ((await look()) ?? (await occupy()) ?? (await look())));
  if (id === undefined) return isSettled(askedAt) ? { kind: "canceled" } : NO_ANSWER;

  try {
    return readCanceledIntent(await stripe.paymentIntents.cancel(id));
  } catch (error) {
    return readCancelError(error);
  }
}

/** Stripe remembers a key for 24 hours; the rest is for clocks that differ, and for calls on their way. */
const REMEMBERED_MS = 20 * 60 * 60 * 1000;

function isRemembered({ firstAskedAt }: SentCharge): boolean {
  return Date.now() - firstAskedAt.getTime() < REMEMBERED_MS;
}

/** An intent that takes the charge's idempotency key; undefined where the key is not to be had. */
async function occupyKey(
  stripe: Stripe,
  { paymentId, currency }: SentCharge,
  amount: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const placeholder: Stripe.PaymentIntentCreateParams = {
      amount,
      currency: currency.toLowerCase(),
      allowed_payment_method_types: ["card"],
      // No charge has the second one, so the parameters always differ.
      metadata: { paymentId, canceled: "true" },
    };
    const { id } = await stripe.paymentIntents.create(placeholder, { idempotencyKey: paymentId });
    return id;
  } catch (error) {
    const isKnown = readStripeError(error, signal).kind !== "unknown" || isReplayed(error);
    if (isKnown) return undefined;
    throw error;
  }
}
