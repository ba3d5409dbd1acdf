const HOUR_MS = 3_600_000;

const spans: Record<string, number> = { "24h": 24, "7d": 7 * 24, "30d": 30 * 24 };

export const presets = [
  { value: "any", label: "Any time" },
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "custom", label: "Custom range" },
] as const;

/** What can stand in an address: the days as `YYYY-MM-DD`, empty while they are not chosen. */
export type DateRange = {
  preset: (typeof presets)[number]["value"];
  fromDay: string;
  toDay: string;
};

export const anyTime: DateRange = { preset: "any", fromDay: "", toDay: "" };

/** The range of a preset's name; any time for a name that is none. */
export function rangeOf(name: string): DateRange {
  const preset = presets.find(({ value }) => value === name)?.value ?? "any";
  return { ...anyTime, preset };
}

/** The names under which a range stands in an address. */
export const periodNames = ["time", "from", "to"] as const;

export type PeriodTexts = Record<(typeof periodNames)[number], string>;

/** The range that an address names. Days count only where days are asked for. */
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
 * The range as the API takes it, ISO 8601, from the first moment of one day up to the last of the
 * other in the time zone of this machine. `now` in milliseconds.
 */
export function toInstants(range: DateRange, now: number): { from?: string; to?: string } {
  const hours = spans[range.preset];
  if (hours !== undefined) return { from: new Date(now - hours * HOUR_MS).toISOString() };
  if (range.preset === "any") return {};

  const from = toInstant(range.fromDay, "00:00:00.000");
  const to = toInstant(range.toDay, "23:59:59.999");
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

function toInstant(day: string, time: string): string | undefined {
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
