import Stripe from "stripe";
import type { AccountDispute, NameOutcome, ProviderDispute } from "#lib/gateways/gateway.ts";
import { readStripeDispute } from "./answer.ts";

/** All disputes of an intent. Throws where Stripe gives no answer. */
export async function listStripeDisputes(
  stripe: Stripe,
  paymentIntent: string,
): Promise<ProviderDispute[]> {
  const disputes: ProviderDispute[] = [];
  const query = { payment_intent: paymentIntent, limit: 100 };
  for await (const dispute of stripe.disputes.list(query))
    disputes.push(readStripeDispute(dispute));
  return disputes;
}

/** All disputes of the account that were opened since. Throws where Stripe gives no answer. */
export async function listAccountStripeDisputes(
  stripe: Stripe,
  since: Date,
): Promise<AccountDispute[]> {
  const disputes: AccountDispute[] = [];
  const query = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 };
  for await (const dispute of stripe.disputes.list(query)) {
    const { payment_intent: intent } = dispute;
    const providerReference = typeof intent === "string" ? intent : intent?.id;
    // A charge without an intent is none of ours.
    if (providerReference) disputes.push({ ...readStripeDispute(dispute), providerReference });
  }
  return disputes;
}

/** Which payment an intent is of. Throws where Stripe gives no answer. */
export async function findStripePaymentId(
  stripe: Stripe,
  paymentIntent: string,
): Promise<NameOutcome> {
  try {
    const { metadata } = await stripe.paymentIntents.retrieve(paymentIntent);
    return { kind: "named", paymentId: metadata.paymentId ?? null };
  } catch (error) {
    const isAbsent = error instanceof Stripe.errors.StripeError && error.statusCode === 404;
    if (isAbsent) return { kind: "named", paymentId: null };
    throw error;
  }
}
