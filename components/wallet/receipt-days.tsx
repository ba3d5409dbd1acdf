"use client";

import { startTransition, useEffect, useMemo, useState } from "react";
import { zonedClock } from "#components/receipts/paper-receipt.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import { createDayOf } from "#lib/core/calendar-day.ts";
import { groupByDay, nameDay } from "./day-groups.ts";
import { MonthHeading } from "./month-heading.tsx";
import { sumMonths } from "./month-totals.ts";
import { ReceiptRow } from "./receipt-row.tsx";
import { useTimeZone, useToday } from "./use-clock.ts";
import { useKept } from "./use-kept.ts";
import { useLocale } from "./use-locale.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { useSeen } from "./use-seen.ts";
import { useWallet } from "./wallet-state.ts";

type ReceiptDaysProps = {
  receipts: WalletReceipt[];
  /** Also those that are not shown: a refund names its sale. */
  all: WalletReceipt[];
  showsCard: boolean;
  /** Whether receipts older than these are not loaded yet. */
  hasOlder: boolean;
};

/** Receipts under the months and days that they are of. */
export function ReceiptDays({ receipts, all, showsCard, hasOlder }: ReceiptDaysProps) {
  const { annotations, opened } = useWallet();
  const { ids: kept } = useKept();
  const { hadAlarm, isNew, openedAt } = useSeen();
  const t = useTranslate();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const today = useToday(timeZone);
  const timeFormat = useMemo(
    () => new Intl.DateTimeFormat(locale, { ...zonedClock, timeZone }),
    [locale, timeZone],
  );
  const drawn = useDrawn(receipts.length);
  const sales = useMemo(() => new Map(all.map((one) => [one.paymentId, one])), [all]);
  const totals = useMemo(
    () => sumMonths(receipts, { opened, dayOf: createDayOf(timeZone) }),
    [receipts, opened, timeZone],
  );
  const days = groupByDay(receipts.slice(0, drawn), timeZone);
  const months = [...Map.groupBy(days, ({ day }) => day.slice(0, 7))];
  const oldest = [...totals.keys()].at(-1);
  return months.map(([month, ofMonth]) => (
    <section key={month} aria-labelledby={`month-${month}`} className="space-y-4">
      <MonthHeading
        month={month}
        today={today}
        total={totals.get(month)}
        isPartial={hasOlder && month === oldest}
      />
      {ofMonth.map(({ day, receipts: ofDay }) => (
        // Of a long list, only the visible part is drawn.
        <section
          key={day}
          aria-labelledby={`day-${day}`}
          className="-mx-2 px-2 [contain-intrinsic-size:auto_24rem] [content-visibility:auto]"
        >
          <h3 id={`day-${day}`} className="pb-1.5 text-sm font-semibold text-muted">
            {nameDay(day, today, locale, t)}
          </h3>
          <ul className="divide-y divide-line border-y border-line">
            {ofDay.map((receipt) => (
              <li key={receipt.paymentId}>
                <ReceiptRow
                  receipt={receipt}
                  sale={sales.get(receipt.refundOf ?? "")}
                  content={opened.get(receipt.paymentId)}
                  annotation={annotations.get(receipt.paymentId)}
                  soldBy={opened.get(receipt.refundOf ?? "")?.merchantName}
                  isKept={kept.has(receipt.paymentId)}
                  isNew={isNew(receipt)}
                  wasOpened={openedAt(receipt) !== undefined}
                  hadAlarm={hadAlarm(receipt)}
                  showsCard={showsCard}
                  day={day}
                  locale={locale}
                  timeFormat={timeFormat}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  ));
}

/** Fills a tall screen. */
const FIRST = 30;
/** Few enough to draw without a noticeable delay. */
const STEP = 30;

/**
 * How many rows of a long list are drawn: a screenful at once, the rest bit by bit. Between two bits the page
 * does what else there is to do, such as following a click.
 */
function useDrawn(total: number): number {
  const [drawn, setDrawn] = useState(FIRST);
  useEffect(() => {
    if (drawn >= total) return;
    const timer = setTimeout(() => startTransition(() => setDrawn(drawn + STEP)), 0);
    return () => clearTimeout(timer);
  }, [drawn, total]);
  return drawn;
}
