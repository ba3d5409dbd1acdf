import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { findRunningPostgres } from "#lib/storage/embedded/find-running.ts";

/** Runs `work` with the database of the server under test, for what would take its API too long. */
export async function withAppDatabase<T>(work: () => Promise<T>): Promise<T> {
  const url = await findRunningPostgres(process.env.E2E_DATA_DIR ?? "");
  if (url === undefined) throw new Error("the server under test runs no PostgreSQL");
  connectDatabase(url);
  try {
    return await work();
  } finally {
    await closeDatabase();
  }
}
