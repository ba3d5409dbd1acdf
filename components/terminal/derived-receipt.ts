import type { PaperReceipt } from "#components/receipt/paper-receipt.ts";
import type { Order } from "./use-payment.ts";

/** The order as it is printed: with its amount, which the second gateway works out by itself. */
export function derivedReceipt({ body, total }: Order): PaperReceipt {
  return { ...body, currency: body.currency ?? "usd", amount: total, items: body.items };
}
