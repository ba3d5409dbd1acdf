import type { MemberCaller } from "#lib/core/caller.ts";
import { type CsvFile, EXPORT_ROWS, nameCsv, pagesOf, writeCsv } from "#lib/core/csv.ts";
import type { CardholderFilters, CardholderSummary } from "./contract-console.ts";
import { listCardholders } from "./list.ts";

const columns = [
  "userId",
  "keyId",
  "fingerprint",
  "registeredAt",
  "receipts",
  "hasMoreReceipts",
  "lastOpenedAt",
] as const satisfies (keyof CardholderSummary)[];

/** All the cardholders that the list shows under the same search. */
export function exportCardholders({
  caller,
  filters,
}: {
  caller: MemberCaller;
  filters: CardholderFilters;
}): CsvFile {
  const pages = pagesOf(async (cursor) => {
    const query = { ...filters, limit: EXPORT_ROWS, cursor };
    const { cardholders, nextCursor } = await listCardholders({ caller, query });
    return { rows: cardholders, nextCursor };
  });
  return { fileName: nameCsv("cardholders", caller.environment), csv: writeCsv(columns, pages) };
}
