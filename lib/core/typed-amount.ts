import { codesByExponent, currencyCodes, exponentOf } from "./money.ts";

/** An amount in the smallest unit, in any of these currencies (lower case). */
export type TypedAmount = { amount: number; currencies: readonly string[] };

/**
 * What a person may mean by an amount that was typed as people write them: `18.40`, `18,40`, `€18.40`, `18.40 EUR`,
 * `1,840.00`, `1.840,00`, `1 840`. Without a currency it may be of any, whose digits decide: `1,840` is 1840 dollars, and
 * 1.840 dinars as well. Empty for a text that is no amount.
 */
export function readTypedAmounts(text: string): TypedAmount[] {
  const typed = /^(?<before>[^\d.,]*)(?<digits>\d(?:[\d.,'’\s]*\d)?)(?<after>[^\d.,]*)$/u.exec(
    text.trim(),
  );
  const { before = "", digits = "", after = "" } = typed?.groups ?? {};
  const currencies = readCurrencies(`${before} ${after}`.trim());
  if (digits === "" || currencies === undefined) return [];
  const decimals = readDecimals(digits);
  return codesByExponent.flatMap(({ exponent, codes }) => {
    const meant = codes.filter((code) => currencies.includes(code));
    if (meant.length === 0) return [];
    const amounts = new Set(decimals.flatMap((decimal) => toSmallestUnit(decimal, exponent)));
    return [...amounts].map((amount) => ({ amount, currencies: meant }));
  });
}

/**
 * The same as a plain decimal such as `1840.00`, of a currency or, without one, of any. Undefined for a text that is no
 * amount, or names a currency.
 */
export function readPlainDecimal(text: string, currency?: string): string | undefined {
  const typed = text.trim();
  if (!/^\d(?:[\d.,'’\s]*\d)?$/u.test(typed)) return undefined;
  // Of a currency with fewer digits, a price with cents is still an amount, if a wrong one.
  const most = Math.max(USUAL_DIGITS, currency === undefined ? 0 : exponentOf(currency));
  const decimal = readDecimals(typed).find(({ fraction }) => fraction.length <= most);
  if (!decimal) return undefined;
  const { whole, fraction } = decimal;
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** Of nearly every currency. */
const USUAL_DIGITS = 2;

type Decimal = { whole: string; fraction: string };

/** The numbers that the digits can be: a lone point or comma before three digits groups them, or is the decimal one. */
function readDecimals(digits: string): Decimal[] {
  const plain = digits.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, "");
  const asDecimal = /^(\d+)[.,](\d+)$/.exec(plain);
  const readings = [
    /^\d+$/.test(plain) ? { whole: plain, fraction: "" } : undefined,
    asDecimal ? { whole: asDecimal[1] ?? "", fraction: asDecimal[2] ?? "" } : undefined,
    readGrouped(plain, ",", "."),
    readGrouped(plain, ".", ","),
  ];
  return readings.flatMap((reading) =>
    reading ? [{ ...reading, whole: reading.whole.replace(/^0+(?=\d)/, "") }] : [],
  );
}

function readGrouped(text: string, group: string, point: string): Decimal | undefined {
  const pattern = new RegExp(`^(\\d{1,3}(?:\\${group}\\d{3})+)(?:\\${point}(\\d+))?$`);
  const [, whole, fraction = ""] = pattern.exec(text) ?? [];
  return whole === undefined ? undefined : { whole: whole.replaceAll(group, ""), fraction };
}

function toSmallestUnit({ whole, fraction }: Decimal, exponent: number): number[] {
  if (fraction.length > exponent) return [];
  const amount = Number(whole + fraction.padEnd(exponent, "0"));
  return Number.isSafeInteger(amount) ? [amount] : [];
}

/** All of them without a name, and undefined for a name that is none of a currency. */
function readCurrencies(name: string): readonly string[] | undefined {
  if (name === "") return allCodes;
  const code = name.toLowerCase();
  if (allCodes.includes(code)) return [code];
  return bySymbol().get(name);
}

const allCodes = currencyCodes.map((code) => code.toLowerCase());

let symbols: ReadonlyMap<string, readonly string[]> | undefined;

/** As pages print them, such as `CA$`, and the short forms that several currencies share, such as `kr`. */
function bySymbol(): ReadonlyMap<string, readonly string[]> {
  symbols ??= new Map([...groupBySymbol("narrowSymbol"), ...groupBySymbol("symbol")]);
  return symbols;
}

function groupBySymbol(currencyDisplay: "symbol" | "narrowSymbol"): Map<string, string[]> {
  return Map.groupBy(allCodes, (currency) => {
    const format = new Intl.NumberFormat("en-US", { style: "currency", currency, currencyDisplay });
    return format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? "";
  });
}
