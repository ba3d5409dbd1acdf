import { type DateRange, rangeOf, toInstants } from "#components/ui/date-range.ts";
import type { AccessLogQuery } from "#lib/client/access-log.ts";
import { readOutcome } from "./access-outcome.tsx";

/** As they stand in the address. */
export const filterNames = ["user", "outcome", "time", "from", "to"] as const;

export type AccessFilters = Record<(typeof filterNames)[number], string>;

export const noFilters: AccessFilters = { user: "", outcome: "", time: "", from: "", to: "" };

export function readRange({ time, from, to }: AccessFilters): DateRange {
  const range = rangeOf(time);
  return range.preset === "custom" ? { ...range, fromDay: from, toDay: to } : range;
}

export function writeRange({ preset, fromDay, toDay }: DateRange): Partial<AccessFilters> {
  return { time: preset === "any" ? "" : preset, from: fromDay, to: toDay };
}

export function isFiltered({ user, outcome, time }: AccessFilters): boolean {
  return user.trim() !== "" || readOutcome(outcome) !== undefined || rangeOf(time).preset !== "any";
}

/** What the API is asked for. `now` in milliseconds. */
export function toAccessQuery(filters: AccessFilters, now: number): AccessLogQuery {
  return {
    userId: filters.user.trim() || undefined,
    outcome: readOutcome(filters.outcome),
    ...toInstants(readRange(filters), now),
  };
}
