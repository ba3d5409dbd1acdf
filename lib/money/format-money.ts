import { exponentOf } from "./currencies.ts";

/** `amount` is an integer in the currency's smallest unit. */
export type Money = { amount: number | bigint; currency: string };

/**
 * Money as a reader of `locale` (BCP 47) expects it, with the digits of ISO 4217.
 * Throws a RangeError for an amount that is not an integer and for an unknown currency or locale.
 */
export function formatMoney({ amount, currency }: Money, locale: string): string {
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Intl reads a string digit by digit; a division would round what a double cannot hold.
  return format.format(formatDecimal({ amount, currency }));
}

/** The plain form that `parseMoney` reads, such as `-12.50`: all digits, a point, no grouping. */
export function formatDecimal({ amount, currency }: Money): `${number}` {
  const digits = exponentOf(currency);
  const units = BigInt(amount);
  const padded = `${units < 0n ? -units : units}`.padStart(digits + 1, "0");
  const whole = padded.slice(0, padded.length - digits);
  const fraction = digits === 0 ? "" : `.${padded.slice(-digits)}`;
  // Digits with a point are a number; the type system cannot follow the slicing.
  return `${units < 0n ? "-" : ""}${whole}${fraction}` as `${number}`;
}
