import type { SignedInMember } from "#lib/core/caller.ts";
import { type CsvFile, EXPORT_ROWS, nameCsv, nameFile, pagesOf, writeCsv } from "#lib/core/csv.ts";
import { type AuditEntryRow, sealedLine, toHex } from "./chain.ts";
import type { AuditEntry, AuditFilters } from "./contract.ts";
import { readAuditPage } from "./list.ts";
import type { ListedRow } from "./store-list.ts";

const columns = [
  "id",
  "at",
  "environment",
  "action",
  "actorKind",
  "actorId",
  "by",
  "address",
  "device",
  "requestId",
  "target",
  "targetName",
  "before",
  "after",
  "sequence",
  "hash",
] as const satisfies (keyof AuditEntry)[];

type Selection = { caller: SignedInMember; filters: AuditFilters };

/** All entries that match the filters of the list. */
export function exportAudit(selection: Selection): CsvFile {
  return { fileName: nameCsv("audit"), csv: writeCsv(columns, cellsOf(pagesOfTrail(selection))) };
}

async function* cellsOf(pages: AsyncIterable<readonly ListedRow[]>) {
  for await (const rows of pages) {
    yield rows.map(({ before, after, hash, ...row }) => ({
      ...row,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      hash: toHex(hash),
    }));
  }
}

/**
 * The sealed ones of the same entries, a JSON object a line. Without its `hash`, a line in canonical form
 * (RFC 8785) has that hash by SHA-256: a reader of all lines can verify the chain without the service.
 */
export function exportAuditLines(selection: Selection) {
  return { fileName: nameFile("jsonl", "audit"), lines: linesOf(pagesOfTrail(selection)) };
}

async function* linesOf(pages: AsyncIterable<readonly ListedRow[]>): AsyncGenerator<string> {
  for await (const rows of pages) {
    const lines = rows.flatMap(toLine);
    if (lines.length > 0) yield lines.join("");
  }
}

function toLine(row: ListedRow): string[] {
  const { by: _, targetName: __, sequence, sealedAt, hash, previousHash, ...entry } = row;
  if (sequence === null || sealedAt === null) return [];
  const line = sealedLine(entry satisfies AuditEntryRow, {
    sequence,
    sealedAt: sealedAt.toISOString(),
    previousHash,
  });
  return [`${JSON.stringify({ ...line, hash: toHex(hash) })}\n`];
}

function pagesOfTrail({ caller, filters }: Selection) {
  return pagesOf((cursor) =>
    readAuditPage({ caller, query: { ...filters, limit: EXPORT_ROWS, cursor } }),
  );
}
