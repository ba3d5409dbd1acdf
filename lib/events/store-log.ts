import type { Tenant } from "#lib/core/caller.ts";
import type { EventType } from "#lib/core/vocabulary.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { LoggedEvent } from "./logged-event.ts";

const columns = `organization_id AS "organizationId", environment, position, id, type,
  created_at AS "createdAt", subject, data, match_data AS "matchData"`;

/** By hand: one range of the primary key. */
export async function selectLog(
  { organizationId, environment }: Tenant,
  { after, limit }: { after: number; limit: number },
): Promise<LoggedEvent[]> {
  const { rows } = await pool().query<LoggedEvent>({
    name: "read-log",
    text: `
      SELECT ${columns} FROM event
      WHERE organization_id = $1 AND environment = $2 AND position > $3
      ORDER BY organization_id, environment, position LIMIT $4`,
    values: [organizationId, environment, after, limit],
  });
  return rows;
}

/** By hand, as above. */
export async function selectEvents(ids: readonly string[]): Promise<LoggedEvent[]> {
  const { rows } = await pool().query<LoggedEvent>({
    name: "find-events",
    text: `SELECT ${columns} FROM event WHERE id = ANY ($1)`,
    values: [ids],
  });
  return rows;
}

export async function selectLogEnd(): Promise<number> {
  const end = await prisma().eventLogEnd.findUniqueOrThrow({ where: { id: 1 } });
  return Number(end.position);
}

/** Which events a list shows. */
export type EventFilter = { types: readonly EventType[]; from: Date; to: Date };

/** A place in the log, with the event where it is one that is looked for. */
export type LogEntry = { position: number; createdAt: Date; event: LoggedEvent | null };

/** The same range, with what the filter leaves. By hand: what it leaves out is not sent. */
export async function selectFiltered(
  { organizationId, environment }: Tenant,
  { after, limit }: { after: number; limit: number },
  { types, from, to }: EventFilter,
): Promise<LogEntry[]> {
  const { rows } = await pool().query<LoggedEvent & { isMatch: boolean }>({
    name: "scan-log",
    text: `
      SELECT ${columns.replace(" data,", ' CASE WHEN "isMatch" THEN data END AS data,')}, "isMatch"
      FROM (
        SELECT *, type = ANY ($5) AND created_at >= $6 AND created_at < $7 AS "isMatch" FROM event
        WHERE organization_id = $1 AND environment = $2 AND position > $3
        ORDER BY organization_id, environment, position LIMIT $4) scanned
      ORDER BY position`,
    values: [organizationId, environment, after, limit, types, from, to],
  });
  return rows.map(({ isMatch, ...event }) => {
    const { position, createdAt } = event;
    return { position, createdAt, event: isMatch ? event : null };
  });
}

/**
 * The position that no event follows which happened before the time; undefined where it is not known. By hand: Prisma
 * cannot compare with the result of another query.
 */
export async function selectEndBefore(time: Date): Promise<number | undefined> {
  const { rows } = await pool().query<{ position: number | null }>(
    `SELECT min(position) AS position FROM event_mark
     WHERE minute > coalesce((SELECT max(minute) FROM event_mark WHERE oldest < $1), '-infinity')`,
    [time],
  );
  return rows[0]?.position ?? undefined;
}

/** The position after which everything is that was published since; undefined where nothing before is known. */
export async function selectMark(time: Date): Promise<number | undefined> {
  const mark = await prisma().eventMark.findFirst({
    where: { minute: { lte: time } },
    orderBy: { minute: "desc" },
  });
  return mark ? Number(mark.position) : undefined;
}
