import type { GatewayName } from "#lib/contract/payments.ts";
import {
  amountInteger,
  LARGEST_AMOUNT,
  type LineItem,
  type PaymentRequest,
} from "#lib/contract/receipt-fields.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { mockItems } from "./mock-items.ts";

/** What is charged, and for what. */
export type Order = {
  amount: number;
  items: LineItem[] | undefined;
  /** Whether the items were made up. */
  mockItems: boolean;
};

/**
 * Settles amount and line items: `gateway_one` charges the amount that was sent, `gateway_two` what
 * the items and the tax add up to. Throws `invalid_request` that names the field.
 */
export function settleOrder(gateway: GatewayName, request: PaymentRequest): Order {
  const amount = readAmount(gateway, request);
  const items = settleItems(request, amount);
  const made = items !== undefined && items !== request.items;
  if (gateway === "gateway_two" && items?.length) {
    return { amount: deriveAmount(items, request.taxAmount), items, mockItems: made };
  }

  if (amount === undefined) throw invalid("items: are required where no amount is sent");
  return { amount, items, mockItems: made };
}

/** Undefined where the amount is not needed: the second gateway does not even look at it then. */
function readAmount(gateway: GatewayName, { amount, items }: PaymentRequest): number | undefined {
  if (gateway === "gateway_two" && (items?.length || amount === undefined)) return undefined;
  if (amount === undefined) throw invalid("amount: is required for gateway_one");

  const parsed = amountInteger.safeParse(amount);
  if (!parsed.success) throw invalid("amount: must be an integer from 1 to 10^12");
  return parsed.data;
}

function settleItems(request: PaymentRequest, amount: number | undefined): LineItem[] | undefined {
  const { receiptId, currency, taxAmount = 0, items } = request;
  if (items?.length || !request.mockItems) return items;
  if (amount !== undefined && amount - taxAmount > LARGEST_AMOUNT) {
    throw invalid("taxAmount: leaves more for the items than an amount can be");
  }
  return mockItems({ receiptId, currency, amount, taxAmount });
}

function deriveAmount(items: LineItem[], taxAmount = 0): number {
  const derived = items.reduce((sum, item) => sum + item.totalPrice, taxAmount);
  if (amountInteger.safeParse(derived).success) return derived;
  throw invalid("items: their total with taxAmount must be from 1 to 10^12");
}

function invalid(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}
