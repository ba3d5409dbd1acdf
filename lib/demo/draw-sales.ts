import { uniformFloat64 } from "pure-rand/distribution/uniformFloat64";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { courses } from "#lib/gateways/sandbox/courses.ts";
import type { Basket } from "#lib/terminal/basket.ts";
import type { Shop } from "#lib/terminal/shop.ts";
import { busyShops, salesExpected } from "./opening-hours.ts";

/** What happens to a payment of the history later on. */
export type DrawnStep = {
  kind: "opened" | "opened_again" | "granted" | "refunded" | "disputed" | "dispute_closed";
  at: Date;
  /** Of a refund: how much of the payment it gives back. */
  percent?: number;
};

/** A sale of the history, without anything that differs between installations. */
export type DrawnSale = {
  at: Date;
  settledAt: Date;
  shop: Shop;
  basket: Basket;
  tipPercent: number;
  gateway: GatewayName;
  /** A registered customer by a number below 1, a card that nobody registers, or one that is registered afterwards. */
  customer: number | "stranger" | { registersAt: Date };
  outcome:
    | { kind: "succeeded"; course?: keyof typeof courses }
    | { kind: "declined"; reason: string }
    | { kind: "canceled" };
  steps: DrawnStep[];
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long after its payment the last step can come. */
export const LONGEST_COURSE_MS = 15 * DAY_MS;

type Random = () => number;

/** The sales of an hour, by its number alone: the same in every installation, whenever it is asked. */
export function drawSales(hour: Date): DrawnSale[] {
  const random = seededRandom(hour.getTime() / HOUR_MS);
  const sales = busyShops.flatMap((shop) => {
    const count = Math.floor(salesExpected(shop, hour) + random());
    return Array.from({ length: count }, () => drawSale(shop, hour, random));
  });
  return sales.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed);
  // The first values of neighboring seeds are alike.
  for (let skipped = 0; skipped < 8; skipped += 1) uniformFloat64(generator);
  return () => uniformFloat64(generator);
}

function drawSale(shop: Shop, hour: Date, random: Random): DrawnSale {
  const outcome = drawOutcome(random);
  const waitMs = outcome.kind === "canceled" ? 11 * MINUTE_MS : 240 + random() * 900;
  // Settled within the hour: nothing that is written lies ahead.
  const at = new Date(hour.getTime() + Math.floor(random() * (HOUR_MS - waitMs)));
  const customer = drawCustomer(at, random);
  const sale = {
    at,
    settledAt: new Date(at.getTime() + Math.floor(waitMs)),
    shop,
    basket: drawBasket(shop, random),
    tipPercent: random() < 0.45 ? (pick(shop.tips, random) ?? 0) : 0,
    // The second one takes no currency of three decimals.
    gateway: random() < 0.3 && shop.currency !== "kwd" ? "gateway_two" : "gateway_one",
    customer,
    outcome,
  } as const;
  return { ...sale, steps: drawSteps(sale, random) };
}

function drawOutcome(random: Random): DrawnSale["outcome"] {
  const part = random();
  if (part < 0.03) return { kind: "declined", reason: "insufficient_funds" };
  if (part < 0.053) return { kind: "declined", reason: "card_declined" };
  if (part < 0.062) return { kind: "declined", reason: "expired_card" };
  if (part < 0.074) return { kind: "canceled" };
  if (part < 0.077) return { kind: "succeeded", course: "disputeWon" };
  if (part < 0.08) return { kind: "succeeded", course: "disputeLost" };
  if (part < 0.082) return { kind: "succeeded", course: "disputed" };
  return { kind: "succeeded" };
}

/** Regulars come more often than others. */
function drawCustomer(at: Date, random: Random): DrawnSale["customer"] {
  const part = random();
  if (part < 0.02) return { registersAt: later(at, MINUTE_MS, 3 * MINUTE_MS, random) };
  return part < 0.24 ? "stranger" : random() ** 2;
}

function drawBasket({ items }: Shop, random: Random): Basket {
  const wanted = 1 + Math.floor(random() ** 2 * 3);
  const chosen = Array.from({ length: wanted }, () => pick(items, random)?.itemId ?? "");
  return [...new Set(chosen)].map((itemId) => ({ itemId, quantity: random() < 0.2 ? 2 : 1 }));
}

function drawSteps(
  { at, outcome, customer }: Pick<DrawnSale, "at" | "outcome" | "customer">,
  random: Random,
): DrawnStep[] {
  if (outcome.kind !== "succeeded") return [];
  const since = typeof customer === "object" ? customer.registersAt : at;
  const openings = customer === "stranger" ? [] : drawOpenings(since, random);
  if (outcome.course) return [...openings, ...drawDispute(at, outcome.course, random)];
  if (random() > 0.045) return openings;
  const percent = random() < 0.6 ? 100 : pick([25, 30, 40, 50], random);
  const refundedAt = later(at, 10 * MINUTE_MS, 2 * DAY_MS, random);
  return [...openings, { kind: "refunded", at: refundedAt, percent: percent ?? 100 }];
}

function drawOpenings(since: Date, random: Random): DrawnStep[] {
  const part = random();
  if (part < 0.04) return [{ kind: "granted", at: later(since, MINUTE_MS, DAY_MS, random) }];
  if (part > 0.5) return [];
  // Most are opened right away.
  const spread = random() < 0.7 ? 20 * MINUTE_MS : 2 * DAY_MS;
  const openedAt = later(since, MINUTE_MS, spread, random);
  if (random() > 0.1) return [{ kind: "opened", at: openedAt }];
  const againAt = later(openedAt, HOUR_MS, 4 * DAY_MS, random);
  return [
    { kind: "opened", at: openedAt },
    { kind: "opened_again", at: againAt },
  ];
}

function drawDispute(at: Date, course: string, random: Random): DrawnStep[] {
  const disputedAt = later(at, DAY_MS, 5 * DAY_MS, random);
  const closedAt = later(disputedAt, 3 * DAY_MS, 9 * DAY_MS, random);
  const opened = { kind: "disputed", at: disputedAt } as const;
  return course === "disputed" ? [opened] : [opened, { kind: "dispute_closed", at: closedAt }];
}

function later(time: Date, leastMs: number, mostMs: number, random: Random): Date {
  return new Date(time.getTime() + Math.floor(leastMs + random() * (mostMs - leastMs)));
}

function pick<T>(choices: readonly T[], random: Random): T | undefined {
  return choices[Math.floor(random() * choices.length)];
}
