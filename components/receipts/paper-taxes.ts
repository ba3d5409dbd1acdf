import { memberOf } from "#lib/client/send-request.ts";
import { english, type Translate } from "#lib/languages/translate.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { readItemField, readReceiptField, type Tax } from "#lib/receipts/contract-fields.ts";
import { minus } from "./credit-note.ts";
import { printedText } from "./printed-text.ts";

/** Tax at one rate. Amounts are in the currency's smallest unit. */
export type PaperTax = {
  name: string | undefined;
  ratePercent: number;
  net: number | undefined;
  amount: number;
  code: string | undefined;
};

export type Taxes = {
  /** Whether the till says that the prices include them, so that they do not add to the total. */
  included: boolean;
  rates: PaperTax[];
  /** The tax as a whole, if the rates do not add up to it. */
  sum: number | undefined;
  /** The same, or what the rates add up to. */
  total: number;
};

/** Tax as a whole and by rate. A list of which one entry lacks the shape is left out: it would name another tax. */
export function readTaxes(receipt: OpenedReceipt): Taxes {
  const { taxAmount, items = [] } = receipt;
  const list = readReceiptField({ taxes: withContractNames(receipt.taxes) }, "taxes") ?? [];
  const isNote = receipt.kind === "refund";
  const rates = (isNote ? orientTaxes(list) : list).flatMap((tax) => readRate(tax, items));
  const ofRates = rates.reduce((sum, { amount }) => sum + amount, 0);
  // A credit note's tax as a whole has lost its sign, which is that of its rates.
  const isSum = ofRates === taxAmount || (isNote && -ofRates === taxAmount);
  const whole = isSum ? ofRates : taxAmount;
  return {
    included: readReceiptField(receipt, "pricesIncludeTax") ?? taxAmount === undefined,
    rates,
    sum: rates.length > 0 && isSum ? undefined : whole,
    total: whole ?? ofRates,
  };
}

/** The letter that ties an item to its rate: its own, or that of the only tax at this rate. */
export function findTaxCode(item: object, rates: readonly PaperTax[]): string | undefined {
  const code = printedCode(readItemField(item, "taxCode"));
  if (code !== undefined) return rates.some((one) => one.code === code) ? code : undefined;
  const percent = percentOf(item);
  const [rate, ...others] = rates.filter(({ ratePercent }) => ratePercent === percent);
  return others.length === 0 ? rate?.code : undefined;
}

type Notation = { locale: string; t?: Translate };

/** "Sales tax 8.875%", or "incl. MwSt 7 % (B)". */
export function nameTax(
  tax: PaperTax,
  included: boolean,
  { locale, t = english }: Notation,
): string {
  const { name, code } = tax;
  const rate = formatRate(tax, locale);
  const inPrices = name === undefined ? t("incl. tax") : t("incl. {name}", { name });
  const label = `${included ? inPrices : (name ?? t("Tax"))} ${rate}`;
  return code === undefined || isRate(code, rate) ? label : `${label} (${code})`;
}

export function formatRate({ ratePercent }: PaperTax, locale: string): string {
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 3 });
  return percent.format(ratePercent / 100);
}

/** Some countries print the rate itself at the lines. */
export function isRate(code: string, rate: string): boolean {
  return code.replace(/\s/g, "") === rate.replace(/\s/g, "");
}

/**
 * Of a credit note, whichever signs the merchant sent: all of them are turned around together, as its lines are, so
 * that the tax of what comes back is positive and that of a fee that is kept is negative.
 */
function orientTaxes(taxes: readonly Tax[]): Tax[] {
  const signed = taxes.map(signNet);
  const gross = signed.reduce((sum, tax) => sum + tax.amount + netOf(tax), 0);
  return gross < 0 ? signed.map(turnAround) : signed;
}

/** Tills put the sign at the tax alone, or at the net amount, too. */
function signNet({ net, ...tax }: Tax): Tax {
  if (net === undefined || tax.amount === 0) return { ...tax, net };
  return { ...tax, net: tax.amount < 0 ? minus(Math.abs(net)) : Math.abs(net) };
}

/** What the tax is computed from, also where it was not sent. */
function netOf({ net, ratePercent, amount }: Tax): number {
  if (net !== undefined) return net;
  return ratePercent === 0 ? 0 : (amount * 100) / ratePercent;
}

function turnAround({ net, amount, ...tax }: Tax): Tax {
  return { ...tax, net: net === undefined ? net : minus(net), amount: minus(amount) };
}

/** Before the contract had this field, tills sent `rate` or `taxRate`, `tax`, and `taxCode`. */
function withContractNames(taxes: unknown): unknown {
  if (!Array.isArray(taxes)) return taxes;
  return taxes.map((entry: unknown) => {
    if (typeof entry !== "object" || entry === null) return entry;
    const of = (name: string) => memberOf(entry, name);
    const earlier = {
      ratePercent: of("rate") ?? of("taxRate"),
      amount: of("tax"),
      code: of("taxCode"),
    };
    return { ...earlier, ...entry };
  });
}

function readRate(
  { name, ratePercent, net, amount, code }: Tax,
  items: readonly object[],
): PaperTax[] {
  if (amount === 0 && !net) return [];
  const item = items.find((one) => percentOf(one) === ratePercent);
  return [
    {
      name: printedText(name ?? "").trim() || undefined,
      ratePercent,
      net,
      amount,
      code: printedCode(code) ?? (item && printedCode(readItemField(item, "taxCode"))),
    },
  ];
}

function percentOf(item: object): unknown {
  return readItemField(item, "taxRatePercent") ?? memberOf(item, "taxRate");
}

function printedCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[\p{L}\p{N}\p{P}\p{S}]{1,4}$/u.test(code) ? code : undefined;
}
