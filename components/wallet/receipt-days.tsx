"use client";

import { startTransition, useEffect, useMemo, useState } from "react";
import { zonedClock } from "#components/receipts/paper-receipt.ts";
import { groupByDay, nameDay } from "./day-groups.ts";
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
};

/** Receipts under the days that they are of. */
export function ReceiptDays({ receipts, all, showsCard }: ReceiptDaysProps) {
  const { opened } = useWallet();
  const { ids: kept } = useKept();
  const { hadAlarm, isNew, openedAt } = useSeen();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const today = useToday(timeZone);
  const timeFormat = useMemo(
    () => new Intl.DateTimeFormat(locale, { ...zonedClock, timeZone }),
    [locale, timeZone],
  );
  const drawn = useDrawn(receipts.length);
  const sales = useMemo(() => new Map(all.map((one) => [one.paymentId, one])), [all]);
  return groupByDay(receipts.slice(0, drawn), timeZone).map(({ day, receipts: ofDay }) => (
    // Of a long list, only the visible part is drawn.
    <section
      key={day}
      aria-labelledby={`day-${day}`}
      className="-mx-2 px-2 [contain-intrinsic-size:auto_24rem] [content-visibility:auto]"
    >
      <h2 id={`day-${day}`} className="pb-1.5 text-sm font-semibold text-muted">
        {nameDay(day, today, locale)}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {ofDay.map((receipt) => (
          <li key={receipt.paymentId}>
            <ReceiptRow
              receipt={receipt}
              sale={sales.get(receipt.refundOf ?? "")}
              content={opened.get(receipt.paymentId)}
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
