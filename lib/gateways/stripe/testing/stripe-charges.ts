import { hash } from "node:crypto";
import type Stripe from "stripe";

/** What is read of a charge. Typed by Stripe's package, like an intent. */
export type ChargeDetails = Pick<Stripe.Charge, "id" | "object" | "payment_intent"> & {
  payment_method_details: {
    type: "card";
    card: Pick<
      Stripe.Charge.PaymentMethodDetails.Card,
      "authorization_code" | "network" | "network_transaction_id"
    >;
  };
};

/** The charge of a paid intent. What the card network has said may come later, as with an asynchronous capture. */
export function describeCharge(
  { id: payment_intent, latest_charge }: Stripe.PaymentIntent,
  { isTold }: { isTold: boolean },
): ChargeDetails {
  const id = String(latest_charge);
  const card = {
    authorization_code: isTold ? digitsOf(id, 6) : null,
    network: "visa",
    network_transaction_id: isTold ? digitsOf(`${id} network`, 15) : null,
  };
  return { id, object: "charge", payment_intent, payment_method_details: { type: "card", card } };
}

/** A refund to the card, whose ARN is known one to three business days later. */
export function pendingReference(): Stripe.Refund.DestinationDetails {
  const reference_type = "acquirer_reference_number";
  return { type: "card", card: { type: "refund", reference_status: "pending", reference_type } };
}

export function availableReference(refundId: string): Stripe.Refund.DestinationDetails {
  const reference_type = "acquirer_reference_number";
  const reference = digitsOf(refundId, 23);
  const card = {
    type: "refund",
    reference,
    reference_status: "available",
    reference_type,
  } as const;
  return { type: "card", card };
}

function digitsOf(id: string, count: number): string {
  return String(BigInt(`0x${hash("sha256", id, "hex")}`)).slice(0, count);
}
