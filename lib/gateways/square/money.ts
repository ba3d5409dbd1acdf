import { exponentOf } from "#lib/core/money.ts";

/**
 * Why Square cannot charge the money exactly, `field: reason`; undefined where it can, or only the location knows.
 *
 * Square documents the unit of an amount for AUD, CAD, EUR, GBP, JPY, and USD, whose locations exist. For none with
 * three decimals or more does it say what an amount of 1 is, and a guess would be off by a factor of ten.
 * https://developer.squareup.com/docs/build-basics/working-with-monetary-amounts
 */
export function explainSquareMoney({ currency }: { currency: string }): string | undefined {
  return exponentOf(currency) > 2
    ? "currency: the provider takes no currency with three or more decimals"
    : undefined;
}
