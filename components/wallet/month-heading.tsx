import { useTranslate } from "#components/ui/use-translate.ts";
import { formatMoney } from "#lib/core/money.ts";
import { type MonthTotal, nameMonth } from "./month-totals.ts";
import { useLocale } from "./use-locale.ts";

type MonthHeadingProps = {
  /** `YYYY-MM` */
  month: string;
  today: string;
  total: MonthTotal | undefined;
  /** Whether older receipts of the month are not loaded yet. */
  isPartial: boolean;
};

/** A month with what was spent in it, as far as this device can read it. */
export function MonthHeading({ month, today, total, isPartial }: MonthHeadingProps) {
  const t = useTranslate();
  const locale = useLocale();
  const { sealed = 0, sums = [] } = total ?? {};
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 pt-2">
      <h2 id={`month-${month}`} className="text-lg font-semibold">
        {nameMonth(month, today, locale)}
      </h2>
      {sums.length > 0 ? (
        <div className="text-right">
          <p className="sr-only">{t("Total of your opened receipts")}</p>
          <ul className="flex flex-wrap justify-end gap-x-4 font-medium tabular-nums">
            {sums.map((sum) => (
              <li key={sum.currency}>{formatMoney(sum, locale)}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {sums.length > 0 && (sealed > 0 || isPartial) ? (
        <p className="w-full text-right text-sm text-muted">
          {[
            sealed > 0 &&
              t.count(sealed, "Without 1 sealed receipt.", "Without {count} sealed receipts."),
            isPartial && t("Without those that are not loaded yet."),
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
      ) : null}
    </div>
  );
}
