import { exponentOf, formatDecimal } from "#lib/core/money.ts";
import { english, type Translate } from "#lib/languages/translate.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { formatRate, isRate, type PaperTax, readTaxes } from "./paper-taxes.ts";

/** One rate: what stands at its items, its name, and its amounts as they are printed, without the currency. */
export type TaxRow = { code: string; name: string; net: string; tax: string; gross: string };

/** The tax by rate, and its sum where there are several. */
export type TaxTable = { headings: TaxHeadings; rows: TaxRow[]; sum: TaxRow | undefined };

/** Of the columns. */
type TaxHeadings = Record<"rate" | "net" | "tax" | "gross", string>;

/** "B MwSt 7 %". */
export function nameTaxRow({ code, name }: TaxRow): string {
  return [code, name].filter(Boolean).join(" ");
}

type Notation = { locale: string; t?: Translate };

/**
 * Undefined where the till sent no net amounts, and where tax is on top, unless letters at the items refer to several
 * rates: there the lines above the total say it all.
 */
export function describeTaxTable(
  receipt: OpenedReceipt,
  { locale, t = english }: Notation,
): TaxTable | undefined {
  const { included, rates } = readTaxes(receipt);
  const whole = rates.filter(hasNet);
  if (whole.length === 0 || whole.length < rates.length) return undefined;
  const needsLetters = rates.length > 1 && rates.some(({ code }) => code !== undefined);
  if (!included && !needsLetters) return undefined;

  const format = formatAmounts(receipt.currency, locale);
  const rows = whole.map((rate): TaxRow => {
    const percent = formatRate(rate, locale);
    const code = rate.code === undefined || isRate(rate.code, percent) ? "" : rate.code;
    const name = [rate.name, percent].filter(Boolean).join(" ");
    return { code, name, ...format(rate.net, rate.amount) };
  });
  const sum = { net: sumOf(whole, "net"), tax: sumOf(whole, "amount") };
  const last = { code: "", name: t("Sum"), ...format(sum.net, sum.tax) };
  const headings = { rate: t("Rate"), net: t("Net"), tax: t("Tax"), gross: t("Gross") };
  return { headings, rows, sum: rows.length > 1 ? last : undefined };
}

function formatAmounts(currency: string, locale: string) {
  const digits = exponentOf(currency);
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const numbers = new Intl.NumberFormat(locale, style);
  const write = (amount: number) => numbers.format(formatDecimal({ amount, currency }));
  return (net: number, tax: number) => ({
    net: write(net),
    tax: write(tax),
    gross: write(net + tax),
  });
}

type NetTax = PaperTax & { net: number };

function hasNet(rate: PaperTax): rate is NetTax {
  return rate.net !== undefined;
}

function sumOf(rates: readonly NetTax[], field: "net" | "amount"): number {
  return rates.reduce((sum, rate) => sum + rate[field], 0);
}
