import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { Charge } from "#lib/gateways/gateway.ts";
import {
  amountInteger,
  type LineItem,
  MAX_AMOUNT,
  type PaymentRequest,
} from "#lib/receipts/contract.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
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
  if (amount !== undefined && amount - taxAmount > MAX_AMOUNT) {
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
