import { listOf } from "#lib/browser/read-stored.ts";
import { memberOf, textOf } from "#lib/browser/send-request.ts";
import { formatMoney, parseMoney } from "#lib/core/money.ts";
import {
  type Environment,
  environments,
  type GatewayName,
  gateways,
} from "#lib/core/vocabulary.ts";

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

type Left = { left: number; currency: string };

/** Reads the part that the next card pays. Half of the world writes a comma for the point. */
export function readPart(
  typed: string,
  { left, currency }: Left,
): { amount: number } | { error: string } {
  const text = typed.trim().replace(",", ".");
  if (text === "") return { error: "must not be empty" };
  try {
    const amount = parseMoney(text, currency);
    if (amount < 1) return { error: "must be more than zero" };
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
