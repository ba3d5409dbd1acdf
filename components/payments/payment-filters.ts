import { anyText, defineFilters, type FilterErrors, oneOf } from "#components/ui/define-filters.ts";
import { isCurrency, parseMoney } from "#lib/core/money.ts";
import { gateways, paymentStatuses, receiptStatuses } from "#lib/core/vocabulary.ts";

/** Amounts are in the currency's major unit, as people write them. */
export const paymentFilters = defineFilters({
  search: anyText,
  status: oneOf(paymentStatuses),
  gateway: oneOf(gateways),
  receiptStatus: oneOf(receiptStatuses),
  currency: readCurrency,
  amountMin: readAmount,
  amountMax: readHighestAmount,
});

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

function readCurrency(currency: string, { amountMin, amountMax }: Texts) {
  if (currency === "") return amountMin || amountMax ? { error: "is required with an amount" } : {};
  return isCurrency(currency) ? { value: currency } : { error: "must be a code such as USD" };
}

/** In the smallest unit of the currency, as the API takes it. */
function readAmount(text: string, { currency = "" }: Texts): { value?: string; error?: string } {
  // Errors of the currency are shown at its own field.
  if (text === "" || !isCurrency(currency)) return {};
  try {
    const amount = parseMoney(text.trim(), currency);
    return amount < 0 ? { error: "must not be negative" } : { value: amount.toString() };
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
