import { listOf } from "#lib/browser/read-stored.ts";
import { memberOf, textOf } from "#lib/client/send-request.ts";
import { formatDecimal, formatMoney, parseMoney } from "#lib/core/money.ts";
import {
  type Environment,
  environments,
  type GatewayName,
  gateways,
} from "#lib/core/vocabulary.ts";
import type { Sale } from "./basket.ts";
import { chargeStep, roundToStep } from "./charge-step.ts";

/** A payment of a sale that several cards pay; all have its `receiptId`, and each a `transactionId` of its own. */
export type PaidPart = {
  environment: Environment;
  gateway: GatewayName;
  paymentId: string;
  transactionId: string;
  /** In the smallest unit of the shop's currency. */
  amount: number;
};

export function sumParts(parts: readonly PaidPart[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}

/** A payment that the tabs of this device share, as far as it counts for its sale. */
type SplitPayment = {
  sale: Sale;
  parts: readonly PaidPart[];
  isSettled: boolean;
  /** Of a settled one: undefined where all of it went back. */
  paid: PaidPart | undefined;
};

type Counted<Payment> = {
  /** All that cards have paid of the sale. */
  parts: PaidPart[];
  left: number;
  /** Another payment of the sale that may have charged a card, or still may. */
  undecided: Payment | undefined;
};

/**
 * Counts what cards have paid of a sale: what this till has seen, and every payment of the same receipt that this
 * device keeps. Another tab may have taken the rest, or be taking it.
 */
export function countParts<Payment extends SplitPayment>(
  { total, sale, parts }: { total: number; sale: Sale; parts: readonly PaidPart[] },
  kept: readonly Payment[],
): Counted<Payment> {
  const others = kept.filter(
    (one) => one.sale.receiptId === sale.receiptId && one.sale.transactionId !== sale.transactionId,
  );
  const counted = new Map<string, PaidPart>();
  const count = (part: PaidPart) => counted.set(part.transactionId, part);
  for (const part of others.flatMap((one) => one.parts)) count(part);
  // What others remember of this one may be from before a refund.
  counted.delete(sale.transactionId);
  for (const part of parts) count(part);
  for (const one of others.filter(({ isSettled }) => isSettled)) {
    if (one.paid) count(one.paid);
    else counted.delete(one.sale.transactionId);
  }
  const all = [...counted.values()];
  const undecided = others.find(({ isSettled }) => !isSettled);
  return { parts: all, left: total - sumParts(all), undecided };
}

export type Rest<Payment> =
  | { kind: "none" }
  | { kind: "due"; amount: number; parts: PaidPart[] }
  /** Whether anything is left is known once this one is settled. */
  | { kind: "undecided"; payment: Payment };

type PaidSale = {
  /** Of the whole sale. */
  total: number;
  /** What other cards had paid before. */
  parts: readonly PaidPart[];
  paid: PaidPart;
  /** What of it went back, or is on its way. */
  returned: number;
  receiptId: string;
};

/** What the next card pays after one has paid its part. */
export function findRest<Payment extends SplitPayment>(
  { total, parts, paid, returned, receiptId }: PaidSale,
  kept: readonly Payment[],
): Rest<Payment> {
  const sale = { receiptId, transactionId: paid.transactionId };
  const charged = countParts({ total, sale, parts: [...parts, paid] }, kept);
  // A refund after a sale was paid in full leaves nothing to be paid.
  if (charged.left <= 0) return { kind: "none" };
  if (charged.undecided) return { kind: "undecided", payment: charged.undecided };

  const still = withoutRefunds(paid, returned);
  const net = countParts({ total, sale, parts: still ? [...parts, still] : parts }, kept);
  return { kind: "due", amount: net.left, parts: net.parts };
}

/** What a card has paid and did not get back; undefined where that is nothing. */
export function withoutRefunds(paid: PaidPart, returned: number): PaidPart | undefined {
  const amount = paid.amount - returned;
  return amount > 0 ? { ...paid, amount } : undefined;
}

type Left = { left: number; currency: string };

/** What "Split" begins with; undefined where the amount is too small to be split. */
export function halfOf({ left, currency }: Left): number | undefined {
  const half = roundToStep(left / 2, currency);
  return half > 0 ? half : undefined;
}

/**
 * Reads the part that the next card pays, rounded down to what a provider can charge. Half of the world writes a
 * comma for the point.
 */
export function readPart(
  typed: string,
  { left, currency }: Left,
): { amount: number } | { error: string } {
  const text = typed.trim().replace(",", ".");
  if (text === "") return { error: "must not be empty" };
  try {
    const typedAmount = parseMoney(text, currency);
    if (typedAmount < 1) return { error: "must be more than zero" };
    const amount = roundToStep(typedAmount, currency);
    if (amount < 1) {
      const least = formatDecimal({ amount: chargeStep(currency), currency });
      return { error: `must be at least ${least}` };
    }
    if (amount < left) return { amount };
    return {
      error: `must be less than the ${formatMoney({ amount: left, currency }, "en-US")} due`,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { error: error.message.replace(/^amount: /, "") };
  }
}

/** The valid ones of stored parts. */
export function readParts(kept: unknown): PaidPart[] {
  return listOf(kept).flatMap((part) => {
    const environment = environments.find((name) => name === memberOf(part, "environment"));
    const gateway = gateways.find((name) => name === memberOf(part, "gateway"));
    const paymentId = textOf(part, "paymentId");
    const transactionId = textOf(part, "transactionId");
    const amount = memberOf(part, "amount");
    if (!environment || !gateway || !paymentId || !transactionId) return [];
    return isAmount(amount) ? [{ environment, gateway, paymentId, transactionId, amount }] : [];
  });
}

export function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
