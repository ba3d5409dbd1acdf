import type { MemberCaller } from "#lib/core/caller.ts";
import { type CsvFile, EXPORT_ROWS, nameCsv, pagesOf, writeCsv } from "#lib/core/csv.ts";
import { listAccess } from "./access-log.ts";
import type { AccessEntry, AccessFilters } from "./contract-access.ts";

const columns = [
  "grantId",
  "at",
  "outcome",
  "userId",
  "consent",
  "by",
  "address",
  "usedAt",
  "usedAddress",
  "usedFor",
  "paymentId",
  "keyId",
  "expiresAt",
] as const satisfies (keyof AccessEntry)[];

/** All the entries that the list shows under the same filters. */
export function exportAccess({
  caller,
  filters,
}: {
  caller: MemberCaller;
  filters: AccessFilters;
}): CsvFile {
  const pages = pagesOf(async (cursor) => {
    const query = { ...filters, limit: EXPORT_ROWS, cursor };
    const { entries, nextCursor } = await listAccess({ caller, query });
    return { rows: entries, nextCursor };
  });
  return { fileName: nameCsv("access-log", caller.environment), csv: writeCsv(columns, pages) };
}
