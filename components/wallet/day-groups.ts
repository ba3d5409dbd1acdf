import { createDayOf } from "#lib/core/calendar-day.ts";
import type { Translate } from "#lib/languages/translate.ts";

/** Receipts of one day, in the order that they came in. */
export type DayGroup<Receipt> = { day: string; receipts: Receipt[] };

/** By the reader's calendar; `receipts` are sorted by time already. */
export function groupByDay<Receipt extends { createdAt: string }>(
  receipts: readonly Receipt[],
  timeZone: string,
): DayGroup<Receipt>[] {
  const dayOf = createDayOf(timeZone);
  const groups = Map.groupBy(receipts, ({ createdAt }) => dayOf(new Date(createdAt)));
  return [...groups].map(([day, ofDay]) => ({ day, receipts: ofDay }));
}

/** "Today", "Yesterday", "Thursday, November 19", or with the year where it is another one. */
export function nameDay(day: string, today: string, locale: string, t: Translate): string {
  if (day === today) return t("Today");
  const noon = new Date(`${day}T12:00:00Z`);
  const next = new Date(noon.getTime() + 86_400_000).toISOString().slice(0, 10);
  if (next === today) return t("Yesterday");
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return new Intl.DateTimeFormat(locale, {
    weekday: "long",
    month: "long",
    day: "numeric",
    ...(isThisYear ? {} : { year: "numeric" }),
    timeZone: "UTC",
  }).format(noon);
}
