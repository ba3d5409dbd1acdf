import type { Square } from "square";
import { toldMatch } from "#lib/gateways/told-match.ts";
import type { ToldMatch } from "#lib/receipts/contract-match.ts";

/** Square tells the authorization code; its API has neither the network's id nor an ARN. */
export function readPaymentMatch({
  cardDetails,
}: {
  cardDetails?: Pick<Square.CardPaymentDetails, "authResultCode">;
}): ToldMatch | undefined {
  return toldMatch({ authorizationCode: cardDetails?.authResultCode });
}

export function readRefundMatch({
  destinationDetails,
}: Pick<Square.PaymentRefund, "destinationDetails">): ToldMatch | undefined {
  return toldMatch({ authorizationCode: destinationDetails?.cardDetails?.authResultCode });
}
