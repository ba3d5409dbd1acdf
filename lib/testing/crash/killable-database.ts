import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { getDatabaseAccount } from "#lib/storage/embedded/account.ts";
import { getBinaries } from "#lib/storage/embedded/binaries.ts";
import { clusterPath, openCluster } from "#lib/storage/embedded/cluster.ts";
import { startPostmaster } from "#lib/storage/embedded/postmaster.ts";
import { readPidFile } from "#lib/storage/embedded/processes.ts";
import { startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { grantToService } from "#prisma/grants.ts";
import { applyMigrations } from "#prisma/migrate.ts";

export type KillableDatabase = {
  url: string;
  ownerUrl: string;
  start(): Promise<void>;
  /** SIGKILL for all its processes at once: what they had not written to the log is gone. */
  kill(): Promise<void>;
};

const run = promisify(execFile);

/** A PostgreSQL of its own, migrated, which starts again on the same port when it is told to. */
export async function createKillableDatabase(dataDir: string): Promise<KillableDatabase> {
  const { url, ownerUrl, port, stop } = await startEmbeddedPostgres({ dataDir });
  await applyMigrations(ownerUrl);
  await grantToService({ url, ownerUrl });
  await stop();

  const account = await getDatabaseAccount(join(clusterPath(dataDir), "data"));
  const binaries = await getBinaries(account);
  const { pgData } = await openCluster({ dataDir, account, binaries });
  const logPath = join(dataDir, "postgresql.log");
  const launch = { pgData, logPath, binaries, account, maxConnections: 100 };
  const running = { postmaster: await startPostmaster(launch, port) };
  return {
    url,
    ownerUrl,
    async start() {
      running.postmaster = await startPostmaster(launch, port);
    },
    async kill() {
      const { exited } = running.postmaster;
      const { pid = 0 } = (await readPidFile(pgData)) ?? {};
      const sessions = await listChildren(pid);
      // The first one first: it would start the others again.
      for (const one of [pid, ...sessions]) endAtOnce(one);
      await exited;
    },
  };
}

async function listChildren(pid: number): Promise<number[]> {
  const { stdout } = await run("pgrep", ["-P", String(pid)]);
  return stdout.trim().split("\n").map(Number);
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // A session has ended by itself.
  }
}
