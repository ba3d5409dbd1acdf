import pg from "pg";
import type { Config } from "#lib/config.ts";
import { type Settings, settingColumns, settingProblems } from "./check-connections.ts";
import { connectionSettings, createPrisma, IN_UTC, MAX_POOL } from "./connect-database.ts";
import { pool, readPipeline, shareStandby } from "./database.ts";
import { StandbyPool } from "./standby-pool.ts";
import { type PrimaryAnswer, type StandbyAnswer, watchStandby } from "./watch-standby.ts";

/** No call waits longer for a host that does not answer. */
const CONNECT_MS = 1_000;
/** A standby that needs longer for a check is taken for gone. */
const CHECK_MS = 2_000;

type StandbySettings = Pick<
  Config,
  "databaseReadUrl" | "databaseReadMaxLagMs" | "databasePoolSize"
>;

/**
 * Opens the pool of the standby, where there is one, beside the database that is connected already. Nothing waits for
 * it: until the first check in the background has found it good, everything is read from the primary.
 */
export function connectStandby({
  databaseReadUrl: url,
  databaseReadMaxLagMs: maxLagMs,
  databasePoolSize: max = MAX_POOL,
}: StandbySettings): void {
  if (url === undefined) return;
  const connection = standbySettings(url);
  const reads = new StandbyPool({ ...connection, max }, { primary: pool(), watch: () => watch });
  // Its own connection: a check must not wait behind reports.
  const checks = new pg.Pool({ ...connection, max: 1, query_timeout: CHECK_MS });
  // The watch says what is wrong, once.
  for (const one of [reads, checks]) one.on("error", () => undefined);
  const watch = watchStandby({
    askPrimary,
    askStandby: () => askStandby(checks),
    cut: () => reads.cut(),
    maxLagMs,
  });
  shareStandby({
    pool: reads,
    health: watch.health,
    createPrisma: () => createPrisma(reads),
    async close() {
      await watch.stop();
      await Promise.all([reads.end(), checks.end()]);
    },
  });
}

/** A standby that has become a primary refuses writes, too. */
export function standbySettings(url: string): pg.PoolConfig {
  return {
    ...connectionSettings(url),
    connectionTimeoutMillis: CONNECT_MS,
    options: `${IN_UTC} -c default_transaction_read_only=on`,
  };
}

/** By hand, like all that PostgreSQL says of itself. What is flushed is what a standby can have. */
async function askPrimary(): Promise<PrimaryAnswer> {
  const { rows } = await readPipeline().query<PrimaryAnswer>({
    name: "log-position",
    text: `SELECT (pg_current_wal_flush_lsn() - '0/0')::bigint AS lsn, ${system}`,
  });
  const [row] = rows;
  if (!row) throw new Error("a SELECT without a table has one row");
  return row;
}

const system = "(SELECT system_identifier FROM pg_control_system())::text AS system";

/** By hand, too. */
export async function askStandby(server: pg.Pool): Promise<StandbyAnswer> {
  const { rows } = await server.query<Omit<StandbyAnswer, "problems"> & Settings>(
    `SELECT pg_is_in_recovery() AS "isStandby",
            (pg_last_wal_replay_lsn() - '0/0')::bigint AS lsn, ${system}, ${settingColumns}`,
  );
  const [row] = rows;
  if (!row) throw new Error("a SELECT without a table has one row");
  return { ...row, problems: settingProblems(row) };
}
