import type { z } from "zod";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import {
  amountInteger,
  derivedPaymentRequest,
  type LineItem,
  MAX_AMOUNT,
  type PaymentRequest,
  paymentRequest,
} from "#lib/receipts/contract.ts";
import { addedTax, addUp, isSplit } from "#lib/receipts/contract-amounts.ts";
import { checkReceiptFields } from "#lib/receipts/contract-names.ts";
import { namesRecipient, recipientIsMissing } from "#lib/receipts/contract-recipient.ts";

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

/** What is charged, and the items that the receipt says. */
export type SettledAmount = { amount: number; items: LineItem[] | undefined };

/** Makes up line items where none are sent: together they are `amount` less `taxAmount`. */
export type MakeItems = (
  wanted: Pick<PaymentRequest, "receiptId" | "currency"> & {
    amount?: number | undefined;
    taxAmount?: number | undefined;
  },
) => LineItem[];

/**
 * Settles amount and line items by the rules of the gateway: the same request charges the same at each of
 * them, or is refused. Throws `invalid_request` that names the field.
 */
export function settleAmount(
  gateway: GatewayName,
  request: PaymentRequest,
  makeItems: MakeItems,
): SettledAmount {
  const sent = { gateway, request, makeItems };
  return isSplit(request) ? settlePart(sent) : settleWhole(sent);
}

type Sent = { gateway: GatewayName; request: PaymentRequest; makeItems: MakeItems };

/** The payment pays the whole receipt. */
function settleWhole({ gateway, request, makeItems }: Sent): SettledAmount {
  const isDerived = gatewayRules[gateway].amount === "derived";
  const hasItems = request.items !== undefined && request.items.length > 0;
  const sentAmount = isDerived && hasItems ? undefined : readAmount(request);
  if (!isDerived && sentAmount === undefined)
    throw invalidOrder(`amount: is required for ${gateway}`);

  const items = settleItems({ request, makeItems, total: sentAmount });
  const amount = isDerived && items?.length ? deriveAmount(items, request) : sentAmount;
  if (amount === undefined) throw invalidOrder("items: are required where no amount is sent");
  if (isDerived) requireSame(request, amount);
  return { amount, items };
}

/** The payment pays a part of the receipt, and other payments pay the rest. */
function settlePart({ gateway, request, makeItems }: Sent): SettledAmount {
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
  return { amount, items: settleItems({ request, makeItems, total: totalAmount, part: amount }) };
}

const optionalAmount = amountInteger.optional();

function readAmount({ amount }: PaymentRequest): number | undefined {
  const parsed = optionalAmount.safeParse(amount ?? undefined);
  if (!parsed.success) throw invalidOrder(`amount: must be a whole number from ${AMOUNT_RANGE}`);
  return parsed.data;
}

type ToSettle = Omit<Sent, "gateway"> & { total: number | undefined; part?: number };

/** With made-up ones where none are sent: they, tax, and tip add up to `total`, or they alone to `part`. */
function settleItems({ request, makeItems, total, part }: ToSettle): LineItem[] | undefined {
  const { receiptId, currency, tipAmount = 0, items } = request;
  if (items?.length || !request.mockItems) return items;
  if (total === undefined && part !== undefined) {
    return makeItems({ receiptId, currency, amount: part });
  }
  const notInItems = addedTax(request) + tipAmount;
  if (total !== undefined && Math.abs(total - notInItems) > MAX_AMOUNT) {
    throw invalidOrder("taxAmount: leaves for the items what is no amount");
  }
  return makeItems({ receiptId, currency, amount: total, taxAmount: notInItems });
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

const AMOUNT_RANGE = `1 to ${MAX_AMOUNT.toLocaleString("en-US")}`;

/** The refusal of what cannot be charged; `details` name the field. */
export function invalidOrder(details: string): AppError {
  return new AppError("invalid_request", { message: "Request validation failed", details });
}
