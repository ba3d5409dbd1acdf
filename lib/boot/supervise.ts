import { type Config, forgetSecretTexts } from "#lib/config.ts";
import { COUNTS, createCounter } from "#lib/limits/count-together.ts";
import { log } from "#lib/log/logger.ts";
import { openSwitchboard } from "#lib/processes/switchboard.ts";
import { CONNECTIONS_BESIDE_POOL } from "#lib/storage/database.ts";
import { startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { poolSizeFor } from "./count-processes.ts";
import { DATABASE_ENDED } from "./open-data.ts";
import { openProcessGroup } from "./process-group.ts";
import { type Program, step } from "./run-program.ts";

/** For the superuser, the operator's tools, and the process that takes another's place. */
const SPARE_CONNECTIONS = 50;

/**
 * Runs the embedded database and keeps so many processes serving. This process answers nobody: it hands each
 * connection to one of them, counts for them, and passes on what they tell each other.
 */
export async function supervise(
  program: Program,
  { settings, port, processes }: { settings: Config; port: number; processes: number },
): Promise<void> {
  const secrets = { ...settings.secrets };
  forgetSecretTexts();
  const poolSize = settings.databasePoolSize ?? poolSizeFor(processes);
  const database = await openEmbedded(
    program,
    settings,
    processes * (poolSize + CONNECTIONS_BESIDE_POOL),
  );
  const group = openProcessGroup({
    size: processes,
    runsJobs: settings.worker,
    // What only this process has decided.
    env: { WEB_CONCURRENCY: String(processes), DATABASE_POOL_SIZE: String(poolSize) },
    orders: { port, processes, database, secrets },
    switchboard: openSwitchboard({ [COUNTS]: createCounter() }),
    fail: program.fail,
  });
  program.open.defer(group.stop);
  // A terminal that is closed sends SIGHUP, too, and then it means the end.
  if (!process.stdin.isTTY) program.reload = () => void group.replaceAll();
  if (await group.start()) log().info({ processes }, "all processes serve");
}

async function openEmbedded(
  { open, fail }: Program,
  { databaseUrl, dataDir }: Config,
  connections: number,
) {
  if (databaseUrl !== undefined) return undefined;
  const maxConnections = connections + SPARE_CONNECTIONS;
  const { url, ownerUrl, exited, stop } = await step("PostgreSQL started", () =>
    startEmbeddedPostgres({ dataDir, maxConnections }),
  );
  open.defer(stop);
  void exited.then(() => fail(DATABASE_ENDED));
  return { url, ownerUrl };
}
