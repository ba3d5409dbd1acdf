import cluster from "node:cluster";
import { type Config, forgetSecretTexts } from "#lib/config.ts";
import { COUNTS, createCounter } from "#lib/limits/count-together.ts";
import { log } from "#lib/log/logger.ts";
import { createTotalsKeeper, METRICS } from "#lib/metrics/keep-totals.ts";
import { openSwitchboard } from "#lib/processes/switchboard.ts";
import { CONNECTIONS_BESIDE_POOL } from "#lib/storage/connect-database.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { poolSizeFor } from "./count-processes.ts";
import { DATABASE_ENDED } from "./open-data.ts";
import type { DatabaseUrls } from "./open-database.ts";
import { DATABASE } from "./orders.ts";
import { openProcessGroup } from "./process-group.ts";
import { type Program, step } from "./run-program.ts";
import { describeStartFailure } from "./start-error.ts";

/** For the superuser, the operator's tools, and the process that takes another's place. */
const SPARE_CONNECTIONS = 50;

/**
 * Keeps so many processes serving, and the embedded database running. This process answers no requests: it hands each
 * connection to one of them, counts for them, and passes on what they tell each other.
 */
export async function supervise(
  program: Program,
  { settings, port, processes }: { settings: Config; port: number; processes: number },
): Promise<void> {
  const secrets = { ...settings.secrets };
  forgetSecretTexts();
  const poolSize = settings.databasePoolSize ?? poolSizeFor(processes);
  const connections = processes * (poolSize + CONNECTIONS_BESIDE_POOL) + SPARE_CONNECTIONS;
  const startDatabase = prepareDatabase(program, settings.dataDir, connections);
  const group = openProcessGroup({
    size: processes,
    runsJobs: settings.worker,
    // What only this process has decided.
    env: { WEB_CONCURRENCY: String(processes), DATABASE_POOL_SIZE: String(poolSize) },
    orders: { port, processes, secrets },
    switchboard: openSwitchboard({
      [COUNTS]: createCounter(),
      [DATABASE]: startDatabase,
      [METRICS]: createTotalsKeeper(listProcesses),
    }),
    fail: program.fail,
  });
  program.open.defer(group.stop);
  // A terminal that is closed sends SIGHUP, too, and then it means the end.
  if (!process.stdin.isTTY) program.reload = () => void group.replaceAll();
  if (await group.start()) log().info({ processes }, "all processes serve");
}

function listProcesses(): (number | undefined)[] {
  return Object.values(cluster.workers ?? {}).map((worker) => worker?.process.pid);
}

/** Starts the embedded database when the first process asks for it: by then, that has checked everything else. */
function prepareDatabase({ open, fail }: Program, dataDir: string, maxConnections: number) {
  const state: { database?: Promise<EmbeddedPostgres> } = {};
  const start = async () => {
    const database = await step("PostgreSQL started", () =>
      startEmbeddedPostgres({ dataDir, maxConnections }),
    );
    void database.exited.then(() => fail(DATABASE_ENDED));
    return database;
  };
  // Deferred before the processes are, so that they end first.
  open.defer(async () => {
    const database = await state.database?.catch(() => undefined);
    await database?.stop();
  });

  return async (): Promise<DatabaseUrls> => {
    state.database ??= start();
    try {
      const { url, ownerUrl } = await state.database;
      return { url, ownerUrl };
    } catch (error) {
      fail(describeStartFailure(error));
      // The process that asked ends with the server.
      return await new Promise<never>(() => undefined);
    }
  };
}
