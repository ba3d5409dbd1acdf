import type { TimeSettings } from "#components/ui/time-settings.ts";
import type { MerchantReport } from "./use-overview.ts";

const LINES = 3;

/** Round numbers from 0 to `most` or a little over it, at equal steps of whole units. */
export function chooseTicks(most: number): number[] {
  const step = roundUp(most / LINES);
  const lines = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: lines + 1 }, (_, index) => index * step);
}

/** To 1, 2 or 5 with zeros. */
function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((digit) => digit * power >= value) ?? 10) * power;
}

const DAY_SECONDS = 24 * 60 * 60;

/**
 * The label below a bucket, and its full name. Days begin and end where the service counts them, at midnight
 * of UTC; hours are those of the reader.
 */
export function bucketFormats(
  { bucketSeconds, range }: Pick<MerchantReport, "bucketSeconds" | "range">,
  { timeZone, locale = "en-US" }: TimeSettings,
) {
  const make = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...(timeZone ? { timeZone } : {}), ...options });
  if (bucketSeconds >= DAY_SECONDS) {
    return {
      short: make({ ...date, timeZone: "UTC" }),
      long: make({ ...weekday, timeZone: "UTC", timeZoneName: "short" }),
    };
  }
  return {
    short: make(range === "24h" ? time : date),
    long: make({ ...weekday, ...time }),
  };
}

const date = { month: "short", day: "numeric" } as const;
const weekday = { weekday: "short", ...date } as const;
const time = { hour: "numeric", minute: "2-digit", hourCycle: "h23" } as const;
