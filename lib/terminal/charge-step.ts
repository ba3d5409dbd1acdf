import { exponentOf } from "#lib/core/money.ts";

/** Cards settle with two decimals: where a currency has three, the last digit is 0. */
export function chargeStep(currency: string): number {
  return exponentOf(currency) === 3 ? 10 : 1;
}

/** Down to an amount that a card can be charged. */
export function roundToStep(amount: number, currency: string): number {
  const step = chargeStep(currency);
  return Math.floor(amount / step) * step;
}
