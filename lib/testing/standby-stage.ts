import { execFile } from "node:child_process";
import { cp, lstat, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { prepareJobQueue } from "#lib/jobs/job-queue.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { getDatabaseAccount } from "#lib/storage/embedded/account.ts";
import { getBinaries } from "#lib/storage/embedded/binaries.ts";
import { clusterPath, readCluster } from "#lib/storage/embedded/cluster.ts";
import { startPostmaster } from "#lib/storage/embedded/postmaster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { grantToService } from "#prisma/grants.ts";
import { applyMigrations } from "#prisma/migrate.ts";

/** A PostgreSQL and a standby that replays its log. */
export type StandbyStage = AsyncDisposable & {
  /** For the service. */
  url: string;
  /** The same database at the standby. */
  standbyUrl: string;
  /** As superuser. */
  onPrimary(statement: string): Promise<void>;
  onStandby(statement: string): Promise<void>;
  stopStandby(): Promise<void>;
};

export async function startStandbyStage(): Promise<StandbyStage> {
  await using stage = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), "sealslip-standby-"));
  stage.defer(() => rm(dataDir, { recursive: true }));
  const primary = await startEmbeddedPostgres({ dataDir });
  stage.defer(primary.stop);
  const { password, pgData } = await readCluster(clusterPath(dataDir));
  const asSuperuser = (port: number) => (statement: string) => runOn(port, password, statement);
  const onPrimary = asSuperuser(primary.port);
  await onPrimary("ALTER SYSTEM SET fsync = off");
  await onPrimary("SELECT pg_reload_conf()");
  await prepareDatabase(primary);

  const copy = `${pgData}-standby`;
  stage.defer(() => rm(copy, { recursive: true, force: true }));
  await copyCluster({ from: pgData, to: copy, port: primary.port, password });
  const account = await getDatabaseAccount(copy);
  const standby = await startPostmaster({
    pgData: copy,
    logPath: join(dataDir, "standby.log"),
    binaries: await getBinaries(account),
    account,
    maxConnections: 100,
  });
  stage.defer(standby.stop);
  const standbyUrl = new URL(primary.url);
  // The primary's may be a socket.
  standbyUrl.search = "";
  standbyUrl.host = `127.0.0.1:${standby.port}`;
  const open = stage.move();
  return {
    url: primary.url,
    standbyUrl: standbyUrl.href,
    onPrimary,
    onStandby: asSuperuser(standby.port),
    stopStandby: standby.stop,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function prepareDatabase(primary: EmbeddedPostgres): Promise<void> {
  await applyMigrations(primary.ownerUrl);
  await grantToService(primary);
  connectDatabase(primary.url);
  await prepareJobQueue();
  await closeDatabase();
}

async function runOn(port: number, password: string, statement: string): Promise<void> {
  const place = { host: "127.0.0.1", port, user: "postgres", database: "sealslip" };
  const client = new Client({ ...place, password });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

type Copy = { from: string; to: string; port: number; password: string };

/** As pg_basebackup does, which the embedded PostgreSQL does not have. */
async function copyCluster({ from, to, port, password }: Copy): Promise<void> {
  const client = new Client({ host: "127.0.0.1", port, user: "postgres", password });
  await client.connect();
  await client.query("SELECT pg_backup_start('standby', true)");
  await cp(from, to, { recursive: true, filter: (path) => isPartOfCopy(path) });
  const { rows } = await client.query("SELECT labelfile FROM pg_backup_stop(false)");
  await client.end();
  const primary = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
  await writeFile(join(to, "backup_label"), rows[0]?.labelfile);
  await writeFile(join(to, "standby.signal"), "");
  await writeFile(
    join(to, "postgresql.auto.conf"),
    // A read that is in the way of the log is canceled at once.
    `fsync = off\nmax_standby_streaming_delay = 0\nwal_retrieve_retry_interval = 100ms\nprimary_conninfo = '${primary}'\n`,
  );
  const account = await getDatabaseAccount(from);
  if (!account) return;
  await promisify(execFile)("chown", ["-R", `${account.uid}:${account.gid}`, to]);
}

async function isPartOfCopy(path: string): Promise<boolean> {
  const file = await lstat(path);
  return !file.isSocket() && !["postmaster.pid", "postmaster.opts"].includes(basename(path));
}
