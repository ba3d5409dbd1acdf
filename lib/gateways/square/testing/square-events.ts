import type { ProviderEvent } from "#lib/gateways/testing/stand-in.ts";

type Subject = { id: string; status: string };
type Books = {
  payments: readonly Subject[];
  refunds: readonly Subject[];
  reversals: ReadonlyMap<string, number>;
};

/** The events of payments and refunds (https://developer.squareup.com/reference/square/webhooks). */
export function describeEvents({ payments, refunds, reversals }: Books): ProviderEvent[] {
  return [
    ...payments.map((payment) => toEvent("payment", payment)),
    ...refunds.map((refund) => toEvent("refund", refund, reversals.get(refund.id))),
  ];
}

function toEvent(kind: "payment" | "refund", subject: Subject, reversal = 0): ProviderEvent {
  const { id, status } = subject;
  const event = {
    event_id: `${kind}:${id}:${status}:${reversal}`,
    created_at: new Date().toISOString(),
    type: `${kind}.updated`,
    data: { type: kind, id, object: { [kind]: subject } },
  };
  return { id: event.event_id, payload: JSON.stringify(event) };
}
