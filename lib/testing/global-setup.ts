import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { parseConfig } from "#lib/config.ts";
import { prepareJobQueue } from "#lib/jobs/job-queue.ts";
import { ownSecretsPath, readSecrets } from "#lib/secrets/read-secrets.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { clusterPath } from "#lib/storage/embedded/cluster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { connectSuperuser } from "#lib/storage/embedded/superuser.ts";
import { grantToService } from "#prisma/grants.ts";
import { applyMigrations } from "#prisma/migrate.ts";

let dataDir: string;
let postgres: EmbeddedPostgres;

/** One PostgreSQL and one set of secrets for the whole run; each test file copies its own from them. */
export async function globalSetup(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), "sealslip-test-"));
  postgres = await startEmbeddedPostgres({ dataDir });
  await prepareCluster();
  await applyMigrations(postgres.ownerUrl);
  await grantToService(postgres);
  await prepareRoles();
  connectDatabase(postgres.url);
  await prepareJobQueue();
  await closeDatabase();
  // A key for escrow takes longer than many a test.
  await readSecrets(parseConfig({ DATA_DIR: dataDir }));
  process.env.TEST_CLUSTER = clusterPath(dataDir);
  process.env.TEST_SECRETS = ownSecretsPath(dataDir);
  process.env.TEST_DATABASE_URL = postgres.url;
  process.env.TEST_DATABASE_OWNER_URL = postgres.ownerUrl;
}

/** Nothing in it outlives the run, so nothing of it has to reach the disk. */
async function prepareCluster(): Promise<void> {
  const password = await readFile(join(clusterPath(dataDir), "password"), "utf8");
  const superuser = await connectSuperuser(postgres.port, password.trim());
  for (const setting of ["fsync", "full_page_writes"]) {
    await superuser.query(`ALTER SYSTEM SET ${setting} = off`);
  }
  await superuser.query("SELECT pg_reload_conf()");
  // To end the service's sessions when a test's database is dropped.
  await superuser.query("ALTER ROLE sealslip_owner CREATEDB");
  await superuser.query("GRANT sealslip TO sealslip_owner");
  await superuser.end();
}

/** Tests of query plans count tables; the service leaves that to PostgreSQL. */
async function prepareRoles(): Promise<void> {
  const owner = new Client({ connectionString: postgres.ownerUrl });
  await owner.connect();
  await owner.query("GRANT MAINTAIN ON ALL TABLES IN SCHEMA public TO sealslip");
  await owner.end();
}

export async function globalTeardown(): Promise<void> {
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}
