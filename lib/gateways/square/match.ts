import type { Square } from "square";
import { readMatch } from "#lib/gateways/read-match.ts";
import type { ProviderMatch } from "#lib/receipts/contract-match.ts";

/** Square tells the authorization code; its API has neither the network's id nor an ARN. */
export function readPaymentMatch({
  cardDetails,
}: {
  cardDetails?: Pick<Square.CardPaymentDetails, "authResultCode">;
}): ProviderMatch | undefined {
  return readMatch({ authorizationCode: cardDetails?.authResultCode });
}

export function readRefundMatch({
  destinationDetails,
}: Pick<Square.PaymentRefund, "destinationDetails">): ProviderMatch | undefined {
  return readMatch({ authorizationCode: destinationDetails?.cardDetails?.authResultCode });
}
