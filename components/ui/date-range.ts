import { dayAt, dayBefore, startOfDay, startOfNextDay } from "./day-bounds.ts";

const HOUR_MS = 3_600_000;

const spans: Record<string, number> = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 };

export const presets = [
  { value: "any", label: "Any time" },
  { value: "today", label: "Today" },
  { value: "yesterday", label: "Yesterday" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
] as const;

/** The form of a range in an address: the days as `YYYY-MM-DD`, empty while they are not chosen. */
export type DateRange = {
  preset: (typeof presets)[number]["value"] | "custom";
  fromDay: string;
  toDay: string;
};

const anyTime: DateRange = { preset: "any", fromDay: "", toDay: "" };

/** The range of a preset's name; any time for an unknown name. */
export function rangeOf(name: string): DateRange {
  if (name === "custom") return { ...anyTime, preset: name };
  const preset = presets.find(({ value }) => value === name)?.value ?? "any";
  return { ...anyTime, preset };
}

/** The range with another first or last day; any time without either. */
export function withDays(
  { fromDay, toDay }: DateRange,
  days: Partial<Pick<DateRange, "fromDay" | "toDay">>,
): DateRange {
  const range: DateRange = { preset: "custom", fromDay, toDay, ...days };
  return range.fromDay === "" && range.toDay === "" ? anyTime : range;
}

/** In words, such as "Last 7 days" or "Since Nov 3, 2026"; empty for any time. */
export function describeRange({ preset, fromDay, toDay }: DateRange): string {
  if (preset === "any") return "";
  if (preset !== "custom") return presets.find(({ value }) => value === preset)?.label ?? "";
  const [from, to] = [describeDay(fromDay), describeDay(toDay)];
  if (from && to) return `${from} – ${to}`;
  return from ? `Since ${from}` : to && `Until ${to}`;
}

function describeDay(day: string): string {
  const at = new Date(`${day}T00:00:00`);
  return Number.isNaN(at.getTime()) ? "" : dayFormat.format(at);
}

const dayFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

/** The names of a range's parameters in an address. */
export const periodNames = ["time", "from", "to"] as const;

export type PeriodTexts = Record<(typeof periodNames)[number], string>;

/** The range in an address. Days only count together with the preset for days. */
export function readRange({ time, from, to }: PeriodTexts): DateRange {
  const range = rangeOf(time);
  return range.preset === "custom" ? { ...range, fromDay: from, toDay: to } : range;
}

export function writeRange({ preset, fromDay, toDay }: DateRange): PeriodTexts {
  return { time: preset === "any" ? "" : preset, from: fromDay, to: toDay };
}

/** Whether it ends before it begins. */
export function isBackwards({ preset, fromDay, toDay }: DateRange): boolean {
  return preset === "custom" && fromDay !== "" && toDay !== "" && toDay < fromDay;
}

/**
 * The range as the API takes it, ISO 8601: from the first moment of one day until before the day after
 * the other, in the time zone, or in that of this machine. `now` in milliseconds.
 */
export function toInstants(
  range: DateRange,
  now: number,
  timeZone?: string,
): { from?: string; to?: string } {
  const hours = spans[range.preset];
  if (hours !== undefined) return { from: new Date(now - hours * HOUR_MS).toISOString() };
  if (range.preset === "any") return {};

  const { fromDay, toDay } = daysOf(range, now, timeZone);
  const from = startOfDay(fromDay, timeZone);
  const to = startOfNextDay(toDay, timeZone);
  return {
    ...(Number.isNaN(from) ? {} : { from: new Date(from).toISOString() }),
    ...(Number.isNaN(to) ? {} : { to: new Date(to).toISOString() }),
  };
}

function daysOf({ preset, fromDay, toDay }: DateRange, now: number, timeZone: string | undefined) {
  if (preset === "custom") return { fromDay, toDay };
  const today = dayAt(now, timeZone);
  const day = preset === "today" ? today : dayBefore(today);
  return { fromDay: day, toDay: day };
}
