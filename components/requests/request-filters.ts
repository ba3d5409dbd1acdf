import { type DateRange, rangeOf, toInstants } from "#components/ui/date-range.ts";
import { errorCodes } from "#lib/errors/error-codes.ts";

/** As they stand in the address. */
export const filterNames = [
  "source",
  "method",
  "route",
  "status",
  "error",
  "key",
  "payment",
  "time",
  "from",
  "to",
] as const;

export type RequestFilters = Record<(typeof filterNames)[number], string>;

export const noFilters = Object.fromEntries(
  filterNames.map((name) => [name, ""]),
) as RequestFilters;

export function readRange({ time, from, to }: RequestFilters): DateRange {
  return { ...rangeOf(time), fromDay: from, toDay: to };
}

export function writeRange({ preset, fromDay, toDay }: DateRange): Partial<RequestFilters> {
  return { time: preset === "any" ? "" : preset, from: fromDay, to: toDay };
}

/** How many are set, the source apart: it is a choice between two logs. */
export function countFilters({ source: _, from: __, to: ___, ...rest }: RequestFilters): number {
  return Object.values(rest).filter(Boolean).length;
}

/** What the API is asked for. `now` in milliseconds. */
export function toRequestsQuery(filters: RequestFilters, now: number) {
  const { source, method, route, status, error, key, payment } = filters;
  return {
    source: source === "console" ? ("console" as const) : undefined,
    method,
    route,
    status,
    errorCode: errorCodes.find((code) => code === error),
    apiKeyId: key || undefined,
    paymentId: payment || undefined,
    ...toInstants(readRange(filters), now),
  };
}
