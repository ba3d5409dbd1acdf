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
import { checkReceiptFields, checkRecipient } from "#lib/receipts/receipt-rules.ts";
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

/** The body that the gateway takes: where the amount is derived, whatever is sent for it will do. */
export function requestSchemaFor({ gateway }: { gateway: GatewayName }): z.ZodType<PaymentRequest> {
  return bodies[gatewayRules[gateway].amount];
}

const bodies = {
  sent: paymentRequest.superRefine(checkReceiptFields).superRefine(checkRecipient),
  derived: derivedPaymentRequest.superRefine(checkReceiptFields).superRefine(checkRecipient),
};

/**
 * Settles amount and line items by the rules of the gateway. Throws `invalid_request` that names the
 * field.
 */
export function settleOrder(gateway: GatewayName, request: PaymentRequest): Order {
  const rules = gatewayRules[gateway];
  const isDerived = rules.amount === "derived";
  const sentAmount = isDerived && request.items?.length ? undefined : readAmount(request);
  if (!isDerived && sentAmount === undefined) throw invalid(`amount: is required for ${gateway}`);

  const items = settleItems(request, sentAmount);
  const amount = isDerived && items?.length ? deriveAmount(items, request) : sentAmount;
  if (amount === undefined) throw invalid("items: are required where no amount is sent");
  if (isDerived) requireTotal(request, amount);

  const { paymentMethod, cardNonce, verificationToken, customer, taxAmount, tipAmount } = request;
  const chargedItems = rules.chargesItems && items ? items.map(reduceItem) : [];
  return {
    amount,
    items,
    mockItems: items !== undefined && items !== request.items,
    gatewayRequest: {
      paymentMethod,
      cardNonce,
      verificationToken,
      customer,
      taxAmount,
      tipAmount,
      items: chargedItems,
    },
  };
}

const optionalAmount = amountInteger.optional();

function readAmount({ amount }: PaymentRequest): number | undefined {
  const parsed = optionalAmount.safeParse(amount ?? undefined);
  if (!parsed.success) throw invalid(`amount: must be a whole number from ${AMOUNT_RANGE}`);
  return parsed.data;
}

function settleItems(request: PaymentRequest, amount: number | undefined): LineItem[] | undefined {
  const { receiptId, currency, taxAmount = 0, tipAmount = 0, items } = request;
  if (items?.length || !request.mockItems) return items;
  const notInItems = taxAmount + tipAmount;
  if (amount !== undefined && Math.abs(amount - notInItems) > MAX_AMOUNT) {
    throw invalid("taxAmount: leaves for the items what is no amount");
  }
  return mockItems({ receiptId, currency, amount, taxAmount: notInItems });
}

function deriveAmount(items: LineItem[], { taxAmount = 0, tipAmount = 0 }: PaymentRequest): number {
  const amount = items.reduce((sum, item) => sum + item.totalPrice, taxAmount + tipAmount);
  if (amountInteger.safeParse(amount).success) return amount;
  throw invalid(`items: their totalPrice, taxAmount, and tipAmount must add up to ${AMOUNT_RANGE}`);
}

/** A till whose prices include the tax would be charged it twice. */
function requireTotal({ totalAmount }: PaymentRequest, amount: number): void {
  if (totalAmount === undefined || totalAmount === amount) return;
  throw invalid(
    "totalAmount: is not what would be charged, which is the sum of totalPrice of all items plus " +
      "taxAmount and tipAmount; leave taxAmount out where prices include it",
  );
}

const AMOUNT_RANGE = `1 to ${MAX_AMOUNT.toLocaleString("en-US")}`;

function invalid(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}

/** The fields of the contract; what else a merchant keeps with an item goes to no provider. */
function reduceItem({ lineItemId, name, quantity, unitPrice, totalPrice }: LineItem): LineItem {
  return { lineItemId, name, quantity, unitPrice, totalPrice };
}
