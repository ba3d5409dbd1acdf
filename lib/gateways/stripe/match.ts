import type Stripe from "stripe";
import { readMatch } from "#lib/gateways/read-match.ts";
import type { ProviderMatch } from "#lib/receipts/contract-match.ts";

/** For each call that answers an intent: its charge comes with it, instead of by a call of its own. */
export const withCharge = { expand: ["latest_charge"] };
export const withCharges = { expand: ["data.latest_charge"] };

/** Undefined where the answer has nothing but the charge's id. Stripe tells the ARN of no charge. */
export function readChargeMatch({
  latest_charge: charge,
}: Pick<Stripe.PaymentIntent, "latest_charge">): ProviderMatch | undefined {
  if (!charge || typeof charge === "string") return undefined;
  const { card, card_present, interac_present } = charge.payment_method_details ?? {};
  const present = card_present ?? interac_present;
  return readMatch({
    authorizationCode:
      charge.authorization_code ?? card?.authorization_code ?? present?.receipt?.authorization_code,
    networkTransactionId: (card ?? present)?.network_transaction_id,
  });
}

/** The reference of a refund may also be a trace number (STAN, RRN), which is no ARN. */
export function readRefundMatch({
  destination_details,
}: Pick<Stripe.Refund, "destination_details">): ProviderMatch | undefined {
  const { reference, reference_status, reference_type } = destination_details?.card ?? {};
  const isArn = reference_type === "acquirer_reference_number" && reference_status === "available";
  return isArn ? readMatch({ acquirerReferenceNumber: reference }) : undefined;
}
