import type { SignedInMember } from "#lib/core/caller.ts";
import { type CsvFile, nameCsv, pagesOf, writeCsv } from "#lib/core/csv.ts";
import type { Member } from "./contract.ts";
import { listMembers } from "./members.ts";

const columns = [
  "id",
  "email",
  "role",
  "secondFactor",
  "lastSeenAt",
  "createdAt",
] as const satisfies (keyof Member)[];

/** The people of the caller's organization. */
export function exportMembers({ caller }: { caller: SignedInMember }): CsvFile {
  const pages = pagesOf(async () => ({ rows: await listMembers({ caller }), nextCursor: null }));
  return { fileName: nameCsv("members"), csv: writeCsv(columns, pages) };
}
