import { type DateRange, isBackwards, rangeOf, toInstants } from "#components/ui/date-range.ts";
import type { ExportQuery } from "#lib/browser/export-payments.ts";
import { isCurrency, parseMoney } from "#lib/core/money.ts";
import { gateways, paymentStatuses, receiptStatuses } from "#lib/core/vocabulary.ts";

/** As they stand in the address; amounts in the currency's major unit, as people write them. */
export const paymentFilterNames = [
  "search",
  "status",
  "gateway",
  "receiptStatus",
  "time",
  "from",
  "to",
  "currency",
  "amountMin",
  "amountMax",
] as const;

type FilterName = (typeof paymentFilterNames)[number];
export type PaymentFilterValues = Record<FilterName, string>;
export type FilterErrors = Partial<Record<FilterName, string>>;

/** What the filters ask the service for, or what is wrong with them. `now` in milliseconds. */
export function readFilters(
  filters: PaymentFilterValues,
  now: number,
): { query: ExportQuery; errors: FilterErrors } {
  const { query: amounts, errors: amountErrors } = readAmounts(filters);
  const status = paymentStatuses.find((name) => name === filters.status);
  const receiptStatus = receiptStatuses.find((name) => name === filters.receiptStatus);
  const gateway = gateways.find((name) => name === filters.gateway);
  const range = readPaymentRange(filters);
  return {
    query: {
      search: filters.search.trim() || undefined,
      status,
      gateway,
      receiptStatus,
      ...toInstants(range, now),
      ...amounts,
    },
    errors: {
      ...amountErrors,
      ...(filters.status && !status ? { status: unknown } : {}),
      ...(filters.gateway && !gateway ? { gateway: unknown } : {}),
      ...(filters.receiptStatus && !receiptStatus ? { receiptStatus: unknown } : {}),
      ...(isBackwards(range) ? { to: "must not be before the first day" } : {}),
    },
  };
}

export function readPaymentRange({ time, from, to }: PaymentFilterValues): DateRange {
  const range = rangeOf(time);
  return range.preset === "custom" ? { ...range, fromDay: from, toDay: to } : range;
}

const unknown = "must be one of these";

type Amounts = Pick<ExportQuery, "currency" | "amountMin" | "amountMax">;

function readAmounts({ currency, amountMin, amountMax }: PaymentFilterValues): {
  query: Amounts;
  errors: FilterErrors;
} {
  if (currency === "") {
    const errors = amountMin || amountMax ? { currency: "is needed with an amount" } : {};
    return { query: {}, errors };
  }
  if (!isCurrency(currency)) {
    return { query: {}, errors: { currency: "must be a code such as USD" } };
  }
  const min = readAmount(amountMin, currency);
  const max = readAmount(amountMax, currency);
  const crossed =
    min.amount !== undefined && max.amount !== undefined && max.amount < min.amount
      ? "must not be below the lowest"
      : undefined;
  const maxError = max.error ?? crossed;
  return {
    query: { currency, amountMin: min.amount?.toString(), amountMax: max.amount?.toString() },
    errors: {
      ...(min.error ? { amountMin: min.error } : {}),
      ...(maxError ? { amountMax: maxError } : {}),
    },
  };
}

function readAmount(text: string, currency: string): { amount?: number; error?: string } {
  if (text === "") return {};
  try {
    const amount = parseMoney(text.trim(), currency);
    return amount < 0 ? { error: "must not be negative" } : { amount };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { error: error.message.replace(/^amount: /, "") };
  }
}
