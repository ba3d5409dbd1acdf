import { exponentOf } from "./currencies.ts";

/**
 * Reads a plain decimal such as `12.5` or `-3` as an integer in the currency's smallest unit.
 * Fewer decimal digits than the currency has are filled up with zeros. Throws a RangeError that
 * says what is wrong: grouping, signs other than a minus, blanks, too many digits, too large.
 */
export function parseMoney(text: string, currency: string): number {
  const digits = exponentOf(currency);
  if (text === "") throw new RangeError("amount: empty");

  const [, sign, whole, fraction = ""] = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) {
    throw new RangeError("amount: not a plain decimal number such as 12.50");
  }
  if (fraction.length > digits) {
    throw new RangeError(
      `amount: ${currency.toUpperCase()} has ${digits} decimal digits, not ${fraction.length}`,
    );
  }

  const units = Number(whole + fraction.padEnd(digits, "0"));
  if (!Number.isSafeInteger(units)) throw new RangeError("amount: too large");
  // Zero has no sign: "-0" would otherwise become the number -0.
  return sign === "-" && units !== 0 ? -units : units;
}
