const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The day at a moment, `YYYY-MM-DD`, in a time zone, or in that of this machine. */
export function dayAt(at: number, timeZone: string | undefined): string {
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 10);
}

export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
}

/**
 * The first moment of a day, `YYYY-MM-DD`, in a time zone, or in that of this machine; milliseconds since
 * 1970, NaN for an invalid day.
 */
export function startOfDay(day: string, timeZone: string | undefined): number {
  return firstMomentAt(Date.parse(`${day}T00:00:00Z`), timeZone);
}

/** The first moment of the day that follows. */
export function startOfNextDay(day: string, timeZone: string | undefined): number {
  return firstMomentAt(Date.parse(`${day}T00:00:00Z`) + DAY_MS, timeZone);
}

/** When the clocks of the zone first show midnight, or more where they skip it. `midnight` as if in UTC. */
function firstMomentAt(midnight: number, timeZone: string | undefined): number {
  if (Number.isNaN(midnight)) return midnight;
  const before = midnight - offsetAt(midnight - DAY_MS, timeZone);
  const after = midnight - offsetAt(midnight + DAY_MS, timeZone);
  const [earlier, later] = [Math.min(before, after), Math.max(before, after)];
  // Where clocks change around midnight, only one of the two offsets holds at that moment.
  return earlier + offsetAt(earlier, timeZone) >= midnight ? earlier : later;
}

/** How far the clocks of the zone are ahead of UTC, in milliseconds. */
export function offsetAt(at: number, timeZone: string | undefined): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const ahead = Number(hours ?? 0) * HOUR_MS + (Number(minutes ?? 0) * HOUR_MS) / 60;
  return sign === "-" ? -ahead : ahead;
}
