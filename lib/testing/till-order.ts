import type { GatewayName } from "#lib/core/vocabulary.ts";
import { beginSale } from "#lib/terminal/basket.ts";
import { fieldsFor } from "#lib/terminal/outcomes.ts";
import { buildPaymentBody, type RecipientHashes } from "#lib/terminal/payment-body.ts";
import type { UnsealedPayment } from "#lib/terminal/seal-payment.ts";
import { shops } from "#lib/terminal/shops.ts";
import { computeTotals } from "#lib/terminal/totals.ts";
import { randomHashedPan } from "./api-client.ts";

/** What the demo's till makes of a tap: one of each of the first two items of the shop, and a tip. */
export function createTillOrder({
  shop = shops[0],
  gateway = "gateway_one",
  part,
  recipient = { recipientHashedPan: randomHashedPan() },
}: {
  shop?: (typeof shops)[number];
  gateway?: GatewayName;
  part?: number | undefined;
  recipient?: RecipientHashes;
} = {}): UnsealedPayment {
  const basket = shop.items.slice(0, 2).map(({ itemId }) => ({ itemId, quantity: 1 }));
  const totals = computeTotals(shop, basket, { kind: "amount", amount: 100 });
  const body = buildPaymentBody({
    shop,
    sale: beginSale(),
    totals,
    card: { kind: "card", recipient, last4: "4242", brand: "Visa" },
    part,
    gateway,
    fields: fieldsFor("approve", { gateway, provider: "sandbox" }),
    now: new Date(),
  });
  return { environment: "development", gateway, body, total: part ?? totals.total };
}
