import type { Config } from "#lib/config.ts";
import { closeDatabase, connectDatabase } from "#lib/storage/database.ts";
import { findRunningPostgres } from "#lib/storage/embedded/find-running.ts";
import { openDatabase } from "./open-data.ts";
import { StartError } from "./start-error.ts";

/**
 * Runs `work` of a tool beside the service, on the database of DATABASE_URL or of the server that runs
 * on the data folder. Throws StartError where none answers.
 */
export async function withData<T>(settings: Config, work: () => Promise<T>): Promise<T> {
  connectDatabase(await findDatabase(settings));
  try {
    return await work();
  } finally {
    await closeDatabase();
  }
}

async function findDatabase(settings: Config): Promise<string> {
  const { databaseUrl, dataDir } = settings;
  if (databaseUrl !== undefined) return (await openDatabase(settings)).url;

  const url = await findRunningPostgres(dataDir);
  if (url !== undefined) return url;
  throw new StartError(
    `no server runs on ${dataDir}: start it, or name another folder with DATA_DIR or a database with DATABASE_URL`,
  );
}
