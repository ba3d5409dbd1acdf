import type { ListedReceipt } from "#lib/wallet/listed-receipt.ts";

export type MonthTotal = {
  /** Sales without refunds, in the smallest unit; the currency of most receipts first. */
  sums: { currency: string; amount: bigint }[];
  /** Receipts that this device has not opened, and that are in no sum. */
  sealed: number;
};

type Summed = Pick<
  ListedReceipt,
  "paymentId" | "amount" | "createdAt" | "currency" | "kind" | "receiptStatus"
>;

/** What was spent in each calendar month (`YYYY-MM`), of the receipts that are open. */
export function sumMonths(
  receipts: readonly Summed[],
  { opened, dayOf }: { opened: Pick<ReadonlySet<string>, "has">; dayOf: (moment: Date) => string },
): Map<string, MonthTotal> {
  const months = Map.groupBy(receipts, ({ createdAt }) => dayOf(new Date(createdAt)).slice(0, 7));
  return new Map(
    [...months].map(([month, ofMonth]) => {
      const open = ofMonth.filter(({ paymentId }) => opened.has(paymentId));
      const closed = ofMonth.filter(({ paymentId }) => !opened.has(paymentId));
      // Nothing was paid with a void one.
      const sealed = closed.filter(({ receiptStatus }) => receiptStatus !== "void").length;
      return [month, { sums: sumCurrencies(open), sealed }];
    }),
  );
}

function sumCurrencies(receipts: readonly Summed[]): MonthTotal["sums"] {
  const paid = receipts.filter(({ receiptStatus }) => receiptStatus !== "void");
  return [...Map.groupBy(paid, ({ currency }) => currency)]
    .toSorted(([a, some], [b, others]) => others.length - some.length || (a < b ? -1 : 1))
    .map(([currency, ofCurrency]) => ({
      currency,
      amount: ofCurrency.reduce(
        (sum, { amount, kind }) => sum + (kind === "refund" ? -BigInt(amount) : BigInt(amount)),
        0n,
      ),
    }));
}

/** "November", or with the year where it is another one than today's. */
export function nameMonth(month: string, today: string, locale: string): string {
  const isThisYear = month.slice(0, 4) === today.slice(0, 4);
  return new Intl.DateTimeFormat(locale, {
    month: "long",
    ...(isThisYear ? {} : { year: "numeric" }),
    timeZone: "UTC",
  }).format(new Date(`${month}-15T12:00:00Z`));
}
