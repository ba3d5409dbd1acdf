import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { closeDatabase, connectDatabase } from "#lib/storage/database.ts";

/** Runs `work` with the database of the server under test, for what would take its API too long. */
export async function withAppDatabase<T>(work: () => Promise<T>): Promise<T> {
  const folder = await realpath(join(process.env.E2E_DATA_DIR ?? "", "postgresql"));
  const password = (await readFile(join(folder, "password"), "utf8")).trim();
  // The fourth line is the port.
  const port = (await readFile(join(folder, "data", "postmaster.pid"), "utf8")).split("\n")[3];
  connectDatabase(`postgresql://postgres:${password}@127.0.0.1:${port}/sealslip`);
  try {
    return await work();
  } finally {
    await closeDatabase();
  }
}
