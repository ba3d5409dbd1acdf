import type Stripe from "stripe";
import type { ProviderEvent } from "#lib/gateways/testing/stand-in.ts";

type Books = {
  intents: readonly Stripe.PaymentIntent[];
  refunds: readonly Stripe.Refund[];
  reversals: ReadonlyMap<string, number>;
};

/** The events of intents that have ended, and of refunds (https://docs.stripe.com/api/events/types). */
export function describeEvents({ intents, refunds, reversals }: Books): ProviderEvent[] {
  const ended = intents.filter(({ status }) => status === "succeeded" || status === "canceled");
  return [
    ...ended.map((intent) => toEvent(`payment_intent.${intent.status}`, intent)),
    ...refunds.flatMap((refund) => {
      const type = refund.status === "failed" ? "refund.failed" : "refund.updated";
      return [toEvent("refund.created", refund), toEvent(type, refund, reversals.get(refund.id))];
    }),
  ];
}

function toEvent(
  type: string,
  object: { id: string; status: string | null },
  reversal = 0,
): ProviderEvent {
  const id = `evt_${type}_${object.id}_${object.status}_${reversal}`;
  return { id, payload: JSON.stringify({ id, object: "event", type, data: { object } }) };
}
