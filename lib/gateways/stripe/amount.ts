import { exponentOf, isCurrency } from "#lib/core/money.ts";

// https://docs.stripe.com/currencies, sections "Zero-decimal", "Three-decimal" and "Special cases".
const ZERO_DECIMAL = codes("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF");
/** Without decimals, yet written with two for compatibility: 5 króna are 500. */
const ALWAYS_HUNDREDS = codes("ISK UGX");
/** Written with three decimals, of which the card networks take two: the last digit is 0. */
const THREE_DECIMAL = codes("BHD JOD KWD OMR TND");

/** The amount in Stripe's unit. Undefined where Stripe has no way to write it. */
export function toStripeAmount(amount: number, currency: string): number | undefined {
  const code = currency.toUpperCase();
  const stripeExponent = exponentAtStripe(code);
  if (stripeExponent === undefined) return undefined;
  if (stripeExponent === 3 && amount % 10 !== 0) return undefined;

  const shift = stripeExponent - exponentOf(code);
  if (shift >= 0) return amount * 10 ** shift;
  const divisor = 10 ** -shift;
  return amount % divisor === 0 ? amount / divisor : undefined;
}

/** Why Stripe has no way to write the amount, `field: reason`; undefined where it has. */
export function explainStripeMoney({ amount, currency }: Money): string | undefined {
  if (toStripeAmount(amount, currency) !== undefined) return undefined;
  const code = currency.toUpperCase();
  const stripeExponent = exponentAtStripe(code);
  if (stripeExponent === undefined) {
    return "currency: the provider does not take it, or not with its ISO 4217 decimals";
  }
  const step = stripeExponent === 3 ? 10 : 10 ** (exponentOf(code) - stripeExponent);
  return `amount: the provider takes this currency in steps only: must be a multiple of ${step}`;
}

type Money = { amount: number; currency: string };

/** The amount in the unit of ISO 4217. Undefined where that has no way to write it. */
export function fromStripeAmount(amount: number, currency: string): number | undefined {
  const code = currency.toUpperCase();
  const stripeExponent = exponentAtStripe(code);
  if (stripeExponent === undefined) return undefined;

  const shift = exponentOf(code) - stripeExponent;
  if (shift >= 0) return amount * 10 ** shift;
  const divisor = 10 ** -shift;
  return amount % divisor === 0 ? amount / divisor : undefined;
}

function exponentAtStripe(code: string): number | undefined {
  if (ZERO_DECIMAL.has(code)) return 0;
  if (ALWAYS_HUNDREDS.has(code)) return 2;
  if (THREE_DECIMAL.has(code)) return 3;
  // The rest has two decimals or is not taken at all; guessing would be off by a factor of ten.
  return isCurrency(code) && exponentOf(code) === 2 ? 2 : undefined;
}

function codes(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
