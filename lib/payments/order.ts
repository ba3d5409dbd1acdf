import type { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import type { Charge } from "#lib/gateways/gateway.ts";
import {
  amountInteger,
  derivedPaymentRequest,
  type LineItem,
  MAX_AMOUNT,
  type PaymentRequest,
  paymentRequest,
} from "#lib/receipts/contract.ts";
import { addedTax, addUp, isSplit } from "#lib/receipts/contract-amounts.ts";
import { namesRecipient, recipientIsMissing } from "#lib/receipts/contract-recipient.ts";
import { checkReceiptFields } from "#lib/receipts/receipt-rules.ts";
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

/** The body that the gateway takes: where the amount is derived, any sent one is compared with it later. */
export function requestSchemaFor({ gateway }: { gateway: GatewayName }): z.ZodType<PaymentRequest> {
  return bodies[gatewayRules[gateway].amount];
}

const bodies = {
  sent: paymentRequest.superRefine(checkReceiptFields).refine(namesRecipient, recipientIsMissing),
  derived: derivedPaymentRequest
    .superRefine(checkReceiptFields)
    .refine(namesRecipient, recipientIsMissing),
};

/**
 * Settles amount and line items by the rules of the gateway: the same request charges the same at each of
 * them, or is refused. Throws `invalid_request` that names the field.
 */
export function settleOrder(gateway: GatewayName, request: PaymentRequest): Order {
  const { amount, items } = isSplit(request)
    ? settlePart(gateway, request)
    : settleWhole(gateway, request);
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

type Settled = Pick<Order, "amount" | "items">;

/** The payment pays the whole receipt. */
function settleWhole(gateway: GatewayName, request: PaymentRequest): Settled {
  const isDerived = gatewayRules[gateway].amount === "derived";
  const hasItems = request.items !== undefined && request.items.length > 0;
  const sentAmount = isDerived && hasItems ? undefined : readAmount(request);
  if (!isDerived && sentAmount === undefined)
    throw invalidOrder(`amount: is required for ${gateway}`);

  const items = settleItems(request, sentAmount);
  const amount = isDerived && items?.length ? deriveAmount(items, request) : sentAmount;
  if (amount === undefined) throw invalidOrder("items: are required where no amount is sent");
  if (isDerived) requireSame(request, amount);
  return { amount, items };
}

/** The payment pays a part of the receipt, and other payments pay the rest. */
function settlePart(gateway: GatewayName, request: PaymentRequest): Settled {
  const amount = readAmount(request);
  if (amount === undefined) throw invalidOrder("amount: is required with splitTender");

  const { items: sentItems, totalAmount } = request;
  const derived = sentItems?.length ? deriveAmount(sentItems, request) : undefined;
  const isDerived = gatewayRules[gateway].amount === "derived";
  if (isDerived && derived !== undefined) requireSameTotal(request, derived);
  const total = totalAmount ?? derived;
  if (total !== undefined && amount > total) {
    throw invalidOrder(
      `amount: must be at most ${total} with splitTender, the total of the receipt`,
    );
  }
  return { amount, items: settleItems(request, totalAmount, amount) };
}

const optionalAmount = amountInteger.optional();

function readAmount({ amount }: PaymentRequest): number | undefined {
  const parsed = optionalAmount.safeParse(amount ?? undefined);
  if (!parsed.success) throw invalidOrder(`amount: must be a whole number from ${AMOUNT_RANGE}`);
  return parsed.data;
}

/** With made-up ones where none are sent: they, tax, and tip add up to `total`, or they alone to `part`. */
function settleItems(
  request: PaymentRequest,
  total: number | undefined,
  part?: number,
): LineItem[] | undefined {
  const { receiptId, currency, tipAmount = 0, items } = request;
  if (items?.length || !request.mockItems) return items;
  if (total === undefined && part !== undefined) {
    return mockItems({ receiptId, currency, amount: part });
  }
  const notInItems = addedTax(request) + tipAmount;
  if (total !== undefined && Math.abs(total - notInItems) > MAX_AMOUNT) {
    throw invalidOrder("taxAmount: leaves for the items what is no amount");
  }
  return mockItems({ receiptId, currency, amount: total, taxAmount: notInItems });
}

function deriveAmount(items: LineItem[], request: PaymentRequest): number {
  const amount = addUp(items, request);
  if (amountInteger.safeParse(amount).success) return amount;
  throw invalidOrder(
    `items: their totalPrice, taxAmount, and tipAmount must add up to ${AMOUNT_RANGE}`,
  );
}

/** A till that means another sum than what would be charged is told so before anything is. */
function requireSame(request: PaymentRequest, derived: number): void {
  if ((request.amount ?? derived) !== derived) {
    throw invalidOrder(
      `amount: must be ${derived}, which is ${SUM}, or absent; send pricesIncludeTax true where prices include the tax, and splitTender true for a part`,
    );
  }
  requireSameTotal(request, derived);
}

/** A till whose prices include the tax would be charged it twice. */
function requireSameTotal({ totalAmount }: PaymentRequest, derived: number): void {
  if (totalAmount === undefined || totalAmount === derived) return;
  throw invalidOrder(
    `totalAmount: must be ${derived}, which is ${SUM}; send pricesIncludeTax true where prices include the tax`,
  );
}

const SUM = "the sum of totalPrice of all items plus taxAmount and tipAmount";

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

const AMOUNT_RANGE = `1 to ${MAX_AMOUNT.toLocaleString("en-US")}`;

/** The refusal of what cannot be charged; `details` name the field. */
export function invalidOrder(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}

/** The fields of the contract; what else a merchant keeps with an item goes to no provider. */
function reduceItem({ lineItemId, name, quantity, unitPrice, totalPrice }: LineItem): LineItem {
  return { lineItemId, name, quantity, unitPrice, totalPrice };
}
