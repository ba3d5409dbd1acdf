import { pool } from "#lib/storage/database.ts";

/** Runs `work` while a process of code from before identifiers, or of a later migration, seems to serve. */
export async function withOlderCode(
  work: () => Promise<void>,
  migration = "20261128000000_baseline",
): Promise<void> {
  await pool().query(
    "INSERT INTO service_process (id, program, migration) VALUES ('prc_old', 'server', $1)",
    [migration],
  );
  try {
    await work();
  } finally {
    await pool().query("DELETE FROM service_process WHERE id = 'prc_old'");
  }
}
