import { type DateRange, rangeOf, toInstants } from "#components/ui/date-range.ts";
import { errorCodes } from "#lib/core/errors.ts";

/** As they stand in the address. */
export const requestFilterNames = [
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

export type RequestFilters = Record<(typeof requestFilterNames)[number], string>;

export const noRequestFilters = Object.fromEntries(
  requestFilterNames.map((name) => [name, ""]),
) as RequestFilters;

export function readRequestRange({ time, from, to }: RequestFilters): DateRange {
  return { ...rangeOf(time), fromDay: from, toDay: to };
}

export function writeRequestRange({ preset, fromDay, toDay }: DateRange): Partial<RequestFilters> {
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
    ...toInstants(readRequestRange(filters), now),
  };
}
