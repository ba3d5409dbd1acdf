import { memberOf } from "#lib/client/member-of.ts";
import type { PaperReceipt } from "./paper-receipt.ts";

/** Tax at one rate: `rate` in percent, `tax` in the currency's smallest unit. */
export type TaxLine = { rate: number; tax: number; code: string | undefined };

export type Taxes = {
  /** Whether they are in the prices already, so that they do not add to the total. */
  included: boolean;
  lines: TaxLine[];
  /** What is charged on top, where the lines do not say it. */
  sum: number | undefined;
};

/**
 * Tax by rate is none of the contract's fields: tills add it as `taxes`, a list of `rate` or
 * `taxRate` with `tax` and perhaps `taxCode`. What reads otherwise is left out.
 */
export function readTaxes(receipt: PaperReceipt): Taxes {
  const { pricesIncludeTax, taxAmount, taxes, items = [] } = receipt;
  const included =
    typeof pricesIncludeTax === "boolean" ? pricesIncludeTax : taxAmount === undefined;
  const lines = Array.isArray(taxes) ? taxes.flatMap((entry) => readLine(entry, items)) : [];
  const added = included ? 0 : lines.reduce((sum, { tax }) => sum + tax, 0);
  return {
    included,
    lines,
    sum: lines.length > 0 && added === (taxAmount ?? 0) ? undefined : taxAmount,
  };
}

/** The letter that ties an item to its rate. */
export function readTaxCode(entry: unknown): string | undefined {
  const code = memberOf(entry, "taxCode");
  return typeof code === "string" && /^\S{1,4}$/.test(code) ? code : undefined;
}

/** "Tax 8.875%", or "incl. tax 7 % (B)". */
export function nameTaxLine({ rate, code }: TaxLine, included: boolean, locale: string): string {
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 3 });
  const name = `${included ? "incl. tax" : "Tax"} ${percent.format(rate / 100)}`;
  return code === undefined ? name : `${name} (${code})`;
}

function readLine(entry: unknown, items: readonly unknown[]): TaxLine[] {
  const rate = memberOf(entry, "rate") ?? memberOf(entry, "taxRate");
  const tax = memberOf(entry, "tax");
  if (typeof rate !== "number" || typeof tax !== "number" || !Number.isSafeInteger(tax)) return [];
  if (rate === 0 && tax === 0) return [];
  const item = items.find((one) => memberOf(one, "taxRate") === rate);
  return [{ rate, tax, code: readTaxCode(entry) ?? readTaxCode(item) }];
}
