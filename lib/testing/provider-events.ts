import type { MerchantPayment } from "./merchant.ts";

/** What an event says has happened; whether it has is another matter. */
export type Claim = "paid" | "canceled" | "refunded" | { disputeId: string; isLost: boolean };

export type ClaimedEvent = {
  claim: Claim;
  /** The provider's id of the payment, where it is not the payment's own. */
  reference?: string;
  /** Ours in the event; null where the event does not repeat it. */
  paymentId?: string | null;
  eventId?: string;
};

/** A body as Stripe would send it. */
export function stripeEvent(
  payment: MerchantPayment,
  { claim, reference: id = payment.orderId, paymentId = payment.paymentId, eventId }: ClaimedEvent,
): string {
  const metadata = paymentId === null ? {} : { paymentId };
  const intent = { id, object: "payment_intent", client_secret: "s", metadata };
  const amount = { amount: 1250, currency: "usd" };
  const event = (type: string, object: object) =>
    JSON.stringify({ id: eventId ?? newId(), object: "event", type, data: { object } });
  switch (claim) {
    case "paid":
      return event("payment_intent.succeeded", { ...intent, ...amount, status: "succeeded" });
    case "canceled":
      return event("payment_intent.canceled", { ...intent, ...amount, status: "canceled" });
    case "refunded":
      return event("charge.refunded", { ...amount, payment_intent: id, metadata });
    default: {
      const { disputeId, isLost } = claim;
      const type = isLost ? "charge.dispute.closed" : "charge.dispute.created";
      const status = isLost ? "lost" : "needs_response";
      const dispute = { ...amount, id: disputeId, status, reason: "fraudulent", metadata: {} };
      return event(type, { ...dispute, payment_intent: id });
    }
  }
}

/** A body as Square would send it. */
export function squareEvent(
  payment: MerchantPayment,
  {
    claim,
    reference: id = payment.clientSecret,
    paymentId = payment.paymentId,
    eventId,
  }: ClaimedEvent,
): string {
  const named = paymentId === null ? {} : { reference_id: paymentId };
  const amount_money = { amount: 1250, currency: "USD" };
  const body = { id, order_id: payment.orderId, total_money: amount_money, ...named };
  const event = (type: string, object: object) =>
    JSON.stringify({
      event_id: eventId ?? newId(),
      created_at: new Date().toISOString(),
      type,
      data: { object },
    });
  switch (claim) {
    case "paid":
      return event("payment.updated", { payment: { ...body, status: "COMPLETED" } });
    case "canceled":
      return event("payment.updated", { payment: { ...body, status: "CANCELED" } });
    case "refunded":
      return event("refund.updated", { refund: { id: "re_1", payment_id: id, amount_money } });
    default: {
      const { disputeId, isLost } = claim;
      const type = isLost ? "dispute.state.updated" : "dispute.created";
      const state = isLost ? "LOST" : "EVIDENCE_REQUIRED";
      const disputed_payment = { payment_id: id };
      const dispute = { id: disputeId, state, reason: "DUPLICATE", amount_money, disputed_payment };
      return event(type, { dispute });
    }
  }
}

let count = 0;

function newId(): string {
  count += 1;
  return `evt_${process.pid}_${count}`;
}
