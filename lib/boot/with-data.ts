import type { Config } from "#lib/config.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { startEscrowProcess } from "#lib/secrets/start-escrow-process.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { findRunningPostgres } from "#lib/storage/embedded/find-running.ts";
import { openDatabase } from "./open-database.ts";
import { StartError } from "./start-error.ts";

/**
 * Runs `work` of a tool beside the service, on the database of DATABASE_URL or of the server that runs
 * on the data folder: with what the service may do there, with its secrets, too, or with what the owner of
 * the tables may do. Throws StartError where none answers.
 */
export async function withData<T>(
  settings: Config,
  reach: "service" | "secrets" | "owner",
  work: () => Promise<T>,
): Promise<T> {
  connectDatabase(await findDatabase(settings, reach));
  try {
    return reach === "secrets" ? await withSecrets(settings, work) : await work();
  } finally {
    await closeDatabase();
  }
}

async function findDatabase(settings: Config, reach: string): Promise<string> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl !== undefined) {
    const { url, ownerUrl } = await openDatabase(settings);
    return reach === "owner" ? ownerUrl : url;
  }
  // The superuser's, who may do what the owner may.
  const url = await findRunningPostgres(dataDir);
  if (url !== undefined) return url;
  throw new StartError(
    `no server runs on ${dataDir}: start it, or name another folder with DATA_DIR or a database with DATABASE_URL`,
  );
}

/**
 * Runs `work` of a tool on the database wherever it is: of DATABASE_URL, or of the data folder, whose PostgreSQL
 * is started where no server runs it.
 */
export async function withDatabase<T>(
  settings: Config,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const running = settings.databaseUrl ? undefined : await findRunningPostgres(settings.dataDir);
  if (running !== undefined) return await work(running);
  const database = await openDatabase(settings);
  try {
    return await work(database.url);
  } finally {
    await database.stop();
  }
}

/** As in the service, the private escrow keys stay in a process of their own. */
export async function withSecrets<T>(settings: Config, work: () => Promise<T>): Promise<T> {
  const escrow = await startEscrowProcess(settings);
  try {
    await openServiceSecrets(escrow);
    return await work();
  } finally {
    await escrow.stop();
  }
}
