import type { Shop } from "#lib/terminal/shop.ts";
import { shops } from "#lib/terminal/shops.ts";

type Week = {
  /** How much is sold in each hour of a day from `opens` on. */
  opens: number;
  hours: readonly number[];
  /** What a Saturday and a Sunday are to other days. */
  saturday: number;
  sunday: number;
};

const weeks: Record<string, Week> = {
  cafe: {
    opens: 7,
    hours: [2.4, 3.6, 3.1, 2, 1.7, 2.2, 2, 1.5, 1.3, 1, 0.6],
    saturday: 1.25,
    sunday: 1,
  },
  bakery: {
    opens: 6,
    hours: [1.4, 2.4, 2.2, 1.6, 1.2, 1.1, 1.2, 0.8, 0.7, 0.8, 1, 0.9],
    saturday: 1.5,
    sunday: 0,
  },
  konbini: {
    opens: 7,
    hours: [0.8, 0.9, 0.5, 0.4, 0.6, 1.1, 0.7, 0.4, 0.4, 0.5, 0.8, 1, 0.9, 0.7, 0.5],
    saturday: 0.8,
    sunday: 0.75,
  },
  dates: {
    opens: 16,
    hours: [0.3, 0.5, 0.6, 0.5, 0.3],
    saturday: 1.2,
    sunday: 1,
  },
};

/** The shops of the terminal that have opening hours. */
export const busyShops: readonly Shop[] = shops.filter(({ shopId }) => shopId in weeks);

/** How many sales a shop makes in the hour, on average. */
export function salesExpected(shop: Shop, hour: Date): number {
  const week = weeks[shop.shopId];
  if (!week) return 0;
  const { weekday, hour: local } = localTime(shop.timezone, hour);
  const day = weekday === "Sat" ? week.saturday : weekday === "Sun" ? week.sunday : 1;
  return day * (week.hours[local - week.opens] ?? 0);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(timeZone: string, time: Date): { weekday: string; hour: number } {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      weekday: "short",
      hour: "2-digit",
      hourCycle: "h23",
    });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(
    format.formatToParts(time).map(({ type, value }) => [type, value]),
  );
  return { weekday: parts.weekday ?? "", hour: Number(parts.hour) };
}
