import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import type { GatewayName } from "#lib/contract/payments.ts";
import type { LineItem, PaymentRequest } from "#lib/contract/receipt-fields.ts";
import type { Charge } from "#lib/gateways/gateway.ts";
import type { Order } from "./settle-order.ts";

/** What a gateway is asked for beyond the columns of the payment. Each attempt asks for the same. */
export type GatewayRequest = Pick<Charge, "paymentMethod" | "cardNonce" | "taxAmount" | "items">;

export function describeGatewayRequest(
  gateway: GatewayName,
  { paymentMethod, cardNonce, taxAmount }: PaymentRequest,
  { items = [] }: Order,
): GatewayRequest {
  // The first gateway charges an amount, not items: they are none of its business.
  const asked = gateway === "gateway_two" ? items.map(reduceItem) : [];
  return { paymentMethod, cardNonce, taxAmount, items: asked };
}

/** Encrypted, since the card's nonce is in it and the items of a receipt that is sealed by then. */
export function encryptGatewayRequest(paymentId: string, request: GatewayRequest) {
  return serviceSecrets().keyring.encrypt(JSON.stringify(request), context(paymentId));
}

export function decryptGatewayRequest(paymentId: string, encrypted: Uint8Array): GatewayRequest {
  const text = serviceSecrets().keyring.decrypt(new Uint8Array(encrypted), context(paymentId));
  // Written by `encryptGatewayRequest`: the keyring opens nothing else.
  return JSON.parse(text) as GatewayRequest;
}

/** The fields of the contract; what else a merchant keeps with an item goes to no provider. */
function reduceItem({ lineItemId, name, quantity, unitPrice, totalPrice }: LineItem): LineItem {
  return { lineItemId, name, quantity, unitPrice, totalPrice };
}

/** Binds the request to its row: moved to another it does not decrypt. */
function context(paymentId: string): string {
  return `payment.gateway_request:${paymentId}`;
}
