import type Stripe from "stripe";
import type { Reply } from "#lib/gateways/testing/stand-in.ts";
import type { Books } from "./stripe-books.ts";
import { describeCharge } from "./stripe-charges.ts";
import { refuse } from "./stripe-form.ts";

/** Whether the network's answer is there at once, or only once it was told. */
export type Telling = { isDelayed: boolean };

/**
 * An answer with what the request wants expanded (https://docs.stripe.com/api/expanding_objects); without, it has
 * ids in those places. A copy: what is remembered has the ids.
 */
export function expandReply(
  reply: Reply,
  parameters: URLSearchParams,
  books: Books,
  telling: Telling,
): Reply {
  if (reply.status !== 200) return reply;
  for (const [name, path] of parameters) {
    if (!/^expand\[\d*\]$/.test(name)) continue;
    if (path === "latest_charge") {
      const body = expandIntent(reply.body as Stripe.PaymentIntent, books, telling);
      return { ...reply, body };
    }
    if (path === "data.latest_charge") {
      const page = reply.body as { data: Stripe.PaymentIntent[] };
      const data = page.data.map((intent) => expandIntent(intent, books, telling));
      return { ...reply, body: { ...page, data } };
    }
    return refuse(400, `This property cannot be expanded (${path}).`);
  }
  return reply;
}

function expandIntent(
  intent: Stripe.PaymentIntent,
  { updatedCharges }: Books,
  { isDelayed }: Telling,
) {
  if (typeof intent.latest_charge !== "string") return intent;
  const isTold = !isDelayed || updatedCharges.has(intent.latest_charge);
  return { ...intent, latest_charge: describeCharge(intent, { isTold }) };
}
