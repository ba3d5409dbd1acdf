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
  const { amount, taxAmount = 0 } = request;
  if (gateway === "gateway_one" && amount === undefined) {
    throw invalid("amount: is required for gateway_one");
  }

  const items = settleItems(request);
  const made = items !== undefined && items !== request.items;
  if (gateway === "gateway_one" || !items?.length) {
    if (amount === undefined) throw invalid("items: are required where no amount is sent");
    return { amount, items, mockItems: made };
  }

  const derived = items.reduce((sum, item) => sum + item.totalPrice, taxAmount);
  if (!amountInteger.safeParse(derived).success) {
    throw invalid("items: their total with taxAmount must be from 1 to 10^12");
  }
  return { amount: derived, items, mockItems: made };
}

function settleItems(request: PaymentRequest): LineItem[] | undefined {
  const { receiptId, currency, amount, taxAmount = 0, items } = request;
  if (items?.length || !request.mockItems) return items;
  if (amount !== undefined && amount - taxAmount > LARGEST_AMOUNT) {
    throw invalid("taxAmount: leaves more for the items than an amount can be");
  }
  return mockItems({ receiptId, currency, amount, taxAmount });
}

function invalid(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}
