import type { GatewayName } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import type { Charge } from "#lib/gateways/gateway.ts";
import type { LineItem, PaymentRequest } from "#lib/receipts/contract.ts";
import { addedTax, isSplit } from "#lib/receipts/contract-amounts.ts";
import { settleAmount } from "./contract-order.ts";
import type { SealedPaymentRequest } from "./contract-sealed.ts";
import { mockItems } from "./mock-items.ts";

/** What is charged, and for what. */
export type Order = {
  amount: number;
  items: LineItem[] | undefined;
  /** Whether the items were made up. */
  mockItems: boolean;
  gatewayRequest: GatewayRequest;
};

/** What a gateway is given beyond the columns of the payment. Each attempt gives it the same. */
export type GatewayRequest = Pick<
  Charge,
  | "paymentMethod"
  | "cardNonce"
  | "verificationToken"
  | "customer"
  | "taxAmount"
  | "tipAmount"
  | "items"
>;

/** The order of a request, or `invalid_request` that names the field. */
export function settleOrder(gateway: GatewayName, request: PaymentRequest): Order {
  const { amount, items } = settleAmount(gateway, request, mockItems);
  return {
    amount,
    items,
    mockItems: items !== undefined && items !== request.items,
    gatewayRequest: describeCharge(gateway, request, items),
  };
}

/** The order of a payment whose receipt is sealed: its amount, charged as one line at either gateway. */
export function settleSealedOrder({
  amount,
  paymentMethod,
  cardNonce,
  verificationToken,
  customer,
}: SealedPaymentRequest): Order {
  const card = { paymentMethod, cardNonce, verificationToken, customer };
  const gatewayRequest = { ...card, taxAmount: undefined, tipAmount: undefined, items: [] };
  return { amount, items: undefined, mockItems: false, gatewayRequest };
}

function describeCharge(
  gateway: GatewayName,
  request: PaymentRequest,
  items: LineItem[] | undefined,
): GatewayRequest {
  const { paymentMethod, cardNonce, verificationToken, customer, taxAmount, tipAmount } = request;
  const card = { paymentMethod, cardNonce, verificationToken, customer };
  // One line: what the items, tax, and tip add up to is more than this payment.
  if (isSplit(request)) return { ...card, taxAmount: undefined, tipAmount: undefined, items: [] };
  return {
    ...card,
    taxAmount: taxAmount === undefined ? undefined : addedTax(request),
    tipAmount,
    items: gatewayRules[gateway].chargesItems && items ? items.map(reduceItem) : [],
  };
}

/** The fields of the contract; what else a merchant keeps with an item goes to no provider. */
function reduceItem({ lineItemId, name, quantity, unitPrice, totalPrice }: LineItem): LineItem {
  return { lineItemId, name, quantity, unitPrice, totalPrice };
}
