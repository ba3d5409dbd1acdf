import type { MemberCaller } from "#lib/core/caller.ts";
import { type CsvFile, EXPORT_ROWS, nameCsv, pagesOf, writeCsv } from "#lib/core/csv.ts";
import type { LoggedRequest, RequestFilters } from "./contract.ts";
import { listRequests } from "./list.ts";

const columns = [
  "requestId",
  "at",
  "source",
  "method",
  "route",
  "status",
  "errorCode",
  "durationMs",
  "apiKeyId",
  "keyHint",
  "memberId",
  "address",
  "paymentId",
] as const satisfies (keyof LoggedRequest)[];

/** All calls that match the filters of the list. */
export function exportRequests({
  caller,
  filters,
}: {
  caller: MemberCaller;
  filters: RequestFilters;
}): CsvFile {
  const pages = pagesOf(async (cursor) => {
    const query = { ...filters, limit: EXPORT_ROWS, cursor };
    const { requests, nextCursor } = await listRequests({ caller, query });
    return { rows: requests, nextCursor };
  });
  return { fileName: nameCsv("requests", caller.environment), csv: writeCsv(columns, pages) };
}
