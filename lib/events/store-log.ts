import type { Tenant } from "#lib/core/caller.ts";
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

/** The position after which everything is that was published since; undefined where nothing before is known. */
export async function selectMark(time: Date): Promise<number | undefined> {
  const mark = await prisma().eventMark.findFirst({
    where: { minute: { lte: time } },
    orderBy: { minute: "desc" },
  });
  return mark ? Number(mark.position) : undefined;
}
