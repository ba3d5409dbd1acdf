import { listOf, parseStored } from "#lib/browser/read-stored.ts";
import { memberOf, textOf } from "#lib/client/send-request.ts";
import {
  type Environment,
  environments,
  type GatewayName,
  gateways,
} from "#lib/core/vocabulary.ts";
import { type Basket, MAX_QUANTITY, type Sale } from "./basket.ts";
import { shops } from "./shops.ts";
import { isAmount, type PaidPart, readParts } from "./split-tender.ts";
import type { Tip } from "./totals.ts";

/** What one shop has on its counter. */
export type Counter = {
  basket: Basket;
  tip: Tip;
  /** From the first attempt to pay until it is paid or set aside. */
  sale: Sale | undefined;
  /** What other cards have paid of the sale. */
  parts: readonly PaidPart[];
};

export type Counters = { shopId: string; counters: Readonly<Record<string, Counter>> };

/**
 * A payment that a tap sent, without its card: the references by which the service knows it, and what was
 * sold. Kept from before the request until the cashier has seen the result.
 */
export type KeptPayment = {
  organizationId: string;
  environment: Environment;
  gateway: GatewayName;
  isSandbox: boolean;
  shopId: string;
  basket: Basket;
  tip: Tip;
  sale: Sale;
  /** What other cards had paid of the sale before. */
  parts: readonly PaidPart[];
  /** What this payment charges of the sale; undefined where it charges all of it. */
  part: number | undefined;
  /** When its last request was sent, or is going to be; ms since 1970. */
  sentAt: number;
  /** Whether the result was seen: it is then the last sale, and may still be refunded. */
  isSettled: boolean;
  /** Of a settled one, what it paid and was not refunded; undefined where all of it went back. */
  paid: PaidPart | undefined;
};

/** The valid ones of the stored payments, newest first. */
export function readKeptPayments(text: string | null): KeptPayment[] {
  return listOf(parseStored(text)).flatMap((kept) => readKeptPayment(kept) ?? []);
}

/** The stored counters of all shops, as far as they are valid; undefined if there are none. */
export function readCounters(text: string | null): Counters | undefined {
  const kept = parseStored(text);
  const shopId = findShop(kept);
  if (shopId === undefined) return undefined;

  const stored = memberOf(kept, "counters");
  const counters = shops.flatMap((shop) => {
    const counter = readCounter(memberOf(stored, shop.shopId));
    return counter ? [[shop.shopId, counter] as const] : [];
  });
  return { shopId, counters: Object.fromEntries(counters) };
}

function readKeptPayment(kept: unknown): KeptPayment | undefined {
  const organizationId = textOf(kept, "organizationId");
  const environment = environments.find((name) => name === memberOf(kept, "environment"));
  const gateway = gateways.find((name) => name === memberOf(kept, "gateway"));
  const shopId = findShop(kept);
  const { basket, tip, sale, parts } = readCounter(kept) ?? {};
  if (!organizationId || !environment || !gateway || !shopId) return undefined;
  if (!basket || !tip || !sale || !parts) return undefined;

  const isSandbox = memberOf(kept, "isSandbox") === true;
  const isSettled = memberOf(kept, "isSettled") === true;
  // Kept by an earlier version, it may just have been sent.
  const sent = memberOf(kept, "sentAt");
  const sentAt = isWhole(sent) ? sent : Date.now();
  const charged = memberOf(kept, "part");
  const part = isAmount(charged) ? charged : undefined;
  const [paid] = readParts([memberOf(kept, "paid")]);
  const place = { organizationId, environment, gateway, isSandbox, shopId };
  return { ...place, basket, tip, sale, parts, part, sentAt, isSettled, paid };
}

function readCounter(kept: unknown): Counter | undefined {
  const basket = listOf(memberOf(kept, "basket")).flatMap((line) => {
    const itemId = textOf(line, "itemId");
    const quantity = memberOf(line, "quantity");
    const isValid = isWhole(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY;
    return itemId && isValid ? [{ itemId, quantity }] : [];
  });
  const tip = readTip(memberOf(kept, "tip"));
  const parts = readParts(memberOf(kept, "parts"));
  return tip && { basket, tip, sale: readSale(memberOf(kept, "sale")), parts };
}

function readTip(kept: unknown): Tip | undefined {
  const [percent, amount] = [memberOf(kept, "percent"), memberOf(kept, "amount")];
  switch (memberOf(kept, "kind")) {
    case "none":
      return { kind: "none" };
    // The text that was typed is gone.
    case "unreadable":
      return { kind: "none" };
    case "percent":
      return isWhole(percent) && percent >= 0 ? { kind: "percent", percent } : undefined;
    case "amount":
      return isWhole(amount) && amount >= 0 ? { kind: "amount", amount } : undefined;
    default:
      return undefined;
  }
}

function readSale(kept: unknown): Sale | undefined {
  const receiptId = textOf(kept, "receiptId");
  const transactionId = textOf(kept, "transactionId");
  return receiptId && transactionId ? { receiptId, transactionId } : undefined;
}

function findShop(kept: unknown): string | undefined {
  return shops.find(({ shopId }) => shopId === memberOf(kept, "shopId"))?.shopId;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
