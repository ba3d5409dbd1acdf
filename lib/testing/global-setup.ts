import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareJobQueue } from "#lib/jobs/job-queue.ts";
import { closeDatabase, connectDatabase } from "#lib/storage/database.ts";
import { clusterPath } from "#lib/storage/embedded/cluster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { connectSuperuser } from "#lib/storage/embedded/superuser.ts";
import { applyMigrations } from "#prisma/migrate.ts";

let dataDir: string;
let postgres: EmbeddedPostgres;

/** One PostgreSQL for the whole run; each test file copies its own database from this one. */
export async function globalSetup(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), "sealslip-test-"));
  postgres = await startEmbeddedPostgres({ dataDir });
  await applyMigrations(postgres.url);
  connectDatabase(postgres.url);
  await prepareJobQueue();
  await closeDatabase();

  const password = await readFile(join(clusterPath(dataDir), "password"), "utf8");
  const superuser = await connectSuperuser(postgres.port, password.trim());
  await superuser.query("ALTER ROLE sealslip CREATEDB");
  await superuser.end();
  process.env.TEST_DATABASE_URL = postgres.url;
}

export async function globalTeardown(): Promise<void> {
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}
