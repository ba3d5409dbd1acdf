import { anyText, defineFilters, type FilterErrors, oneOf } from "#components/ui/define-filters.ts";
import { isCurrency, parseMoney } from "#lib/core/money.ts";
import { readPlainDecimal } from "#lib/core/typed-amount.ts";
import { gateways, receiptStatuses } from "#lib/core/vocabulary.ts";
import { displayStatuses } from "#lib/payments/contract-status.ts";

/** Amounts are in the currency's major unit, as people write them; without a currency, in that of each payment. */
const texts = defineFilters({
  search: anyText,
  status: oneOf(displayStatuses),
  gateway: oneOf(gateways),
  receiptStatus: oneOf(receiptStatuses),
  currency: readCurrency,
  amountMin: readAmount,
  amountMax: readHighestAmount,
});

export const paymentFilters = {
  ...texts,
  read(filters: typeof texts.none, now: number) {
    const { query, errors } = texts.read(filters, now);
    if (query.currency !== undefined) return { query, errors };
    const { amountMin: majorMin, amountMax: majorMax, ...others } = query;
    return { query: { ...others, majorMin, majorMax }, errors };
  },
};

export type PaymentFilterTexts = typeof paymentFilters.none;
export type PaymentFilterErrors = FilterErrors<PaymentFilterTexts>;

/** The currency and the bounds in words, such as "USD, from 10 to 20"; empty without any. */
export function describeAmounts({
  currency,
  amountMin,
  amountMax,
}: Pick<PaymentFilterTexts, "currency" | "amountMin" | "amountMax">): string {
  const bounds = [amountMin && `from ${amountMin}`, amountMax && `to ${amountMax}`];
  const range = bounds.filter(Boolean).join(" ");
  return [currency.toUpperCase(), range].filter(Boolean).join(", ");
}

type Texts = Readonly<Record<string, string>>;

function readCurrency(currency: string) {
  if (currency === "") return {};
  return isCurrency(currency) ? { value: currency } : { error: "must be a code such as USD" };
}

/** As the API takes it: in the smallest unit of the currency, or as a decimal without one. */
function readAmount(text: string, { currency = "" }: Texts): { value?: string; error?: string } {
  // Errors of the currency are shown at its own field.
  if (text.trim() === "" || (currency !== "" && !isCurrency(currency))) return {};
  const decimal = readPlainDecimal(text, currency || undefined);
  if (decimal === undefined) return { error: "must be an amount such as 18.40" };
  try {
    return { value: currency === "" ? decimal : parseMoney(decimal, currency).toString() };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { error: error.message.replace(/^amount: /, "") };
  }
}

function readHighestAmount(text: string, texts: Texts): ReturnType<typeof readAmount> {
  const highest = readAmount(text, texts);
  const lowest = readAmount(texts.amountMin ?? "", texts);
  if (highest.value === undefined || lowest.value === undefined) return highest;
  return Number(highest.value) < Number(lowest.value)
    ? { ...highest, error: "must not be below the minimum" }
    : highest;
}
