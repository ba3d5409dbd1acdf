import type Stripe from "stripe";
import type { ProviderEvent } from "#lib/gateways/testing/stand-in.ts";
import { describeCharge } from "./stripe-charges.ts";

type Books = {
  intents: readonly Stripe.PaymentIntent[];
  refunds: readonly Stripe.Refund[];
  reversals: ReadonlyMap<string, number>;
  updatedCharges: ReadonlySet<unknown>;
};

/** The events of intents that have ended, of their charges, and of refunds (https://docs.stripe.com/api/events/types). */
export function describeEvents(books: Books): ProviderEvent[] {
  const { intents, refunds, reversals, updatedCharges } = books;
  const ended = intents.filter(({ status }) => status === "succeeded" || status === "canceled");
  const updated = ended.filter(({ latest_charge }) => updatedCharges.has(latest_charge));
  return [
    ...ended.map((intent) => toEvent(`payment_intent.${intent.status}`, intent)),
    ...updated.map((intent) => toEvent("charge.updated", describeUpdated(intent))),
    ...refunds.flatMap((refund) => {
      const type = refund.status === "failed" ? "refund.failed" : "refund.updated";
      return [toEvent("refund.created", refund), toEvent(type, refund, reversals.get(refund.id))];
    }),
  ];
}

/** A charge has the metadata of its intent. */
function describeUpdated(intent: Stripe.PaymentIntent) {
  const { metadata, status } = intent;
  return { ...describeCharge(intent, { isTold: true }), metadata, status };
}

type Subject = {
  id: string;
  status: string | null;
  destination_details?: Stripe.Refund.DestinationDetails;
};

function toEvent(type: string, object: Subject, reversal = 0): ProviderEvent {
  const reference = object.destination_details?.card?.reference ?? "none";
  const id = `evt_${type}_${object.id}_${object.status}_${reversal}_${reference}`;
  return { id, payload: JSON.stringify({ id, object: "event", type, data: { object } }) };
}
