import Stripe from "stripe";
import type { Charge } from "#lib/gateways/gateway.ts";
import { withCharges } from "./match.ts";

/** Stripe's search shows most changes within a minute, and during an outage within an hour. */
const SEARCH_LAG_MS = 2 * 60 * 60 * 1000;

/** Clocks differ: an intent may seem older at Stripe than its payment is here. */
const CLOCK_MARGIN_MS = 10 * 60 * 1000;

/** How long after the last request for it an intent may still be created. */
const CREATION_MARGIN_MS = 10 * 60 * 1000;

/**
 * The intent of a payment whose id at Stripe no answer told, and that was last asked for at `until`. The
 * list shows everything at once, but has to be read through; the search finds what is older than its
 * lag. Throws where Stripe gives no answer.
 */
export async function findIntent(
  stripe: Stripe,
  { paymentId, firstAskedAt }: Pick<Charge, "paymentId" | "firstAskedAt">,
  until = new Date(),
): Promise<Stripe.PaymentIntent | undefined> {
  const from = firstAskedAt.getTime() - CLOCK_MARGIN_MS;
  const to = until.getTime() + CREATION_MARGIN_MS;
  const searchable = Date.now() - SEARCH_LAG_MS;
  if (from >= searchable) return await listIntents(stripe, paymentId, from, to);

  const searched = await searchIntents(stripe, paymentId);
  if (!searched) return await listIntents(stripe, paymentId, from, to);
  return searched.found ?? (await listIntents(stripe, paymentId, searchable, to));
}

async function listIntents(
  stripe: Stripe,
  paymentId: string,
  from: number,
  to: number,
): Promise<Stripe.PaymentIntent | undefined> {
  if (from > to) return undefined;
  const created = { gte: Math.floor(from / 1000), lte: Math.ceil(to / 1000) };
  for await (const intent of stripe.paymentIntents.list({ created, limit: 100, ...withCharges })) {
    if (intent.metadata.paymentId === paymentId) return intent;
  }
  return undefined;
}

/** Undefined for an account that has no search, as in India. */
async function searchIntents(
  stripe: Stripe,
  paymentId: string,
): Promise<{ found: Stripe.PaymentIntent | undefined } | undefined> {
  try {
    const query = `metadata["paymentId"]:"${paymentId}"`;
    const { data } = await stripe.paymentIntents.search({ query, limit: 10, ...withCharges });
    return { found: data.find(({ status }) => status === "succeeded") ?? data[0] };
  } catch (error) {
    const isRefused =
      error instanceof Stripe.errors.StripeInvalidRequestError ||
      error instanceof Stripe.errors.StripePermissionError;
    if (isRefused) return undefined;
    throw error;
  }
}
