import type { Tenant } from "#lib/core/caller.ts";
import type { EventType } from "#lib/core/vocabulary.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { deleteInSteps } from "#lib/storage/delete-in-steps.ts";
import type { LoggedEvent } from "./logged-event.ts";

/** The type of an event that an erasure has reached: nothing is left of it but its place. */
export const FORGOTTEN = "forgotten";

const columns = `organization_id AS "organizationId", environment, position, id, type,
  created_at AS "createdAt", subject, data, match_data AS "matchData"`;

type Extent = { scanned: number; scannedTo: number | null };

/** By hand: one range of the primary key, of which what is not wanted stays in the database. */
export async function selectLog(
  { organizationId, environment }: Tenant,
  { after, limit, types = [] }: { after: number; limit: number; types?: readonly EventType[] },
): Promise<{ events: LoggedEvent[]; scanned: number; scannedTo: number }> {
  const { rows } = await pool().query<Extent & (LoggedEvent | { id: null })>({
    name: "read-log",
    text: `
      WITH scan AS (
        SELECT * FROM event WHERE organization_id = $1 AND environment = $2 AND position > $3
        ORDER BY organization_id, environment, position LIMIT $4)
      SELECT extent.scanned, extent."scannedTo", ${columns}
      FROM (SELECT count(*)::int AS scanned, max(position) AS "scannedTo" FROM scan) extent
      LEFT JOIN scan ON type <> '${FORGOTTEN}' AND (cardinality($5::text[]) = 0 OR type = ANY ($5))
      ORDER BY position`,
    values: [organizationId, environment, after, limit, types],
  });
  const events = rows.flatMap(({ scanned, scannedTo, ...event }) =>
    event.id === null ? [] : event,
  );
  const { scanned = 0, scannedTo = null } = rows[0] ?? {};
  return { events, scanned, scannedTo: scannedTo ?? after };
}

/** By hand, as above. */
export async function selectEvents(ids: readonly string[]): Promise<LoggedEvent[]> {
  const { rows } = await pool().query<LoggedEvent>({
    name: "find-events",
    text: `SELECT ${columns} FROM event WHERE id = ANY ($1) AND type <> '${FORGOTTEN}'`,
    values: [ids],
  });
  return rows;
}

/** Where an event of the tenant stands, also one that is forgotten. */
export async function selectPosition(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<number | undefined> {
  const event = await prisma().event.findUnique({
    where: { id, organizationId, environment },
    select: { position: true },
  });
  return event ? Number(event.position) : undefined;
}

export async function selectLogEnd(): Promise<number> {
  const end = await prisma().eventLogEnd.findUnique({ where: { id: 1 } });
  return Number(end?.position ?? 0);
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
  const { rows } = await pool().query<{ position: number }>(
    `SELECT position FROM event_mark
     WHERE minute > coalesce((SELECT max(minute) FROM event_mark WHERE oldest < $1), '-infinity')
     ORDER BY minute LIMIT 1`,
    [time],
  );
  return rows[0]?.position;
}

/** The position after which everything is that was published since; undefined where nothing before is known. */
export async function selectMark(time: Date): Promise<number | undefined> {
  const mark = await prisma().eventMark.findFirst({
    where: { minute: { lte: time } },
    orderBy: { minute: "desc" },
  });
  return mark ? Number(mark.position) : undefined;
}

export async function deleteEventsBefore(time: Date): Promise<void> {
  await deleteInSteps("event", "created_at < $1 ORDER BY created_at", time);
  await deleteInSteps("event_mark", "minute < $1 ORDER BY minute", time);
}
