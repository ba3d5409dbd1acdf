import type { MemberCaller } from "#lib/core/caller.ts";
import { type CsvFile, nameCsv, pagesOf, writeCsv } from "#lib/core/csv.ts";
import type { ApiKey } from "./contract.ts";
import { listApiKeys } from "./manage.ts";

const columns = [
  "id",
  "name",
  "hint",
  "status",
  "scopes",
  "allowedAddresses",
  "createdAt",
  "createdBy",
  "lastUsedAt",
  "lastUsedAddress",
  "expiresAt",
  "revokedAt",
  "rolledTo",
] as const satisfies (keyof ApiKey)[];

/** All the keys of the environment, without their secrets. */
export function exportApiKeys({ caller }: { caller: MemberCaller }): CsvFile {
  const pages = pagesOf(async () => ({ rows: await listApiKeys({ caller }), nextCursor: null }));
  return { fileName: nameCsv("api-keys", caller.environment), csv: writeCsv(columns, pages) };
}
