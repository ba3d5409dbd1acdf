import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { applyMigrations } from "#prisma/migrate.ts";

/** Works on an empty database of its own, which is removed afterwards. */
export async function onBenchDatabase(work: () => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "sealslip-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    await applyMigrations(postgres.ownerUrl);
    connectDatabase(postgres.ownerUrl);
    await work();
  } finally {
    await closeDatabase();
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  }
}
