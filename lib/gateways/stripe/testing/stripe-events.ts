import type Stripe from "stripe";
import type { ProviderEvent } from "#lib/gateways/testing/stand-in.ts";

type Books = { intents: readonly Stripe.PaymentIntent[]; refunds: readonly Stripe.Refund[] };

/** The events of intents that have ended, and of refunds (https://docs.stripe.com/api/events/types). */
export function describeEvents({ intents, refunds }: Books): ProviderEvent[] {
  const ended = intents.filter(({ status }) => status === "succeeded" || status === "canceled");
  return [
    ...ended.map((intent) => toEvent(`payment_intent.${intent.status}`, intent)),
    ...refunds.flatMap((refund) => [
      toEvent("refund.created", refund),
      toEvent(refund.status === "failed" ? "refund.failed" : "refund.updated", refund),
    ]),
  ];
}

function toEvent(type: string, object: { id: string; status: string | null }): ProviderEvent {
  const id = `evt_${type}_${object.id}_${object.status}`;
  return { id, payload: JSON.stringify({ id, object: "event", type, data: { object } }) };
}
