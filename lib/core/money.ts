/** `amount` is an integer in the currency's smallest unit. */
type Money = { amount: number | bigint; currency: string };

/**
 * Money as a reader of `locale` (BCP 47) expects it, with the digits of ISO 4217.
 * Throws a RangeError for an amount that is not an integer and for an unknown currency or locale.
 */
export function formatMoney({ amount, currency }: Money, locale: string): string {
  const format = getFormat(currency, locale);
  // Intl reads a string digit by digit; a division would round what a double cannot hold.
  return format.format(formatDecimal({ amount, currency }));
}

/** Created once each: creation costs far more than use. */
const formats = new Map<string, Intl.NumberFormat>();

function getFormat(currency: string, locale: string): Intl.NumberFormat {
  const name = `${locale} ${currency}`;
  const known = formats.get(name);
  if (known) return known;
  const digits = exponentOf(currency);
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  formats.set(name, format);
  return format;
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

// ISO 4217 list one, January 2026, without the codes that have no minor unit there (XXX, XTS, XDR,
// metals). CLDR's digits, which Intl knows, differ for some currencies: they say what is customary.
const CODES_BY_EXPONENT: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD
    CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP
    GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD
    MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
    PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT
    TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

/** Upper case, in alphabetical order. */
export const currencyCodes: readonly string[] = Object.values(CODES_BY_EXPONENT)
  .flatMap((codes) => codes.split(/\s+/))
  .sort();

const EXPONENTS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES_BY_EXPONENT).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code): [string, number] => [code, Number(exponent)]),
  ),
);

/** The codes by the digits between the major and the smallest unit; in lower case. */
export const codesByExponent: readonly { exponent: number; codes: readonly string[] }[] =
  Object.entries(CODES_BY_EXPONENT).map(([exponent, codes]) => ({
    exponent: Number(exponent),
    codes: codes.toLowerCase().split(/\s+/),
  }));

/** Whether ISO 4217 lists the code as active and with a minor unit; either case. */
export function isCurrency(code: string): boolean {
  return findExponent(code) !== undefined;
}

/** Digits between the major and the smallest unit: 0, 2, 3 or 4. Throws a RangeError for a code that is not listed. */
export function exponentOf(code: string): number {
  const exponent = findExponent(code);
  if (exponent === undefined) throw new RangeError("currency: not an active ISO 4217 code");
  return exponent;
}

function findExponent(code: string): number | undefined {
  // Upper-casing alone would turn "ıdr" (dotless i) into IDR.
  return /^[A-Za-z]{3}$/.test(code) ? EXPONENTS.get(code.toUpperCase()) : undefined;
}
