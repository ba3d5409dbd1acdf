import { anyText, defineFilters, oneOf } from "#components/ui/define-filters.ts";
import type { Sent } from "#lib/browser/api.ts";
import { errorCodes } from "#lib/core/errors.ts";

export const requestFilters = defineFilters({
  // Any other word is the log of the API.
  source: (text) => ({ value: text === "console" ? ("console" as const) : undefined }),
  method: anyText,
  route: anyText,
  status: anyText,
  error: oneOf(errorCodes),
  key: anyText,
  payment: anyText,
});

export type RequestFilterTexts = typeof requestFilters.none;

/** How many are set, except the source: it is a choice between two logs. */
export function countRequestFilters(filters: RequestFilterTexts): number {
  return requestFilters.count({ ...filters, source: "" });
}

/** The query for the API. `now` in milliseconds. */
export function toRequestsQuery(
  filters: RequestFilterTexts,
  now: number,
): Sent<"GET /api/console/requests", "query"> {
  const { query } = requestFilters.read(filters, now);
  const { error: errorCode, key: apiKeyId, payment: paymentId, ...same } = query;
  return { ...same, errorCode, apiKeyId, paymentId };
}
