import { join, resolve } from "node:path";
import type { Client } from "pg";
import { isDatabaseAway } from "#lib/storage/failures.ts";
import { getDatabaseAccount } from "./account.ts";
import { getBinaries } from "./binaries.ts";
import { clusterPath, openCluster, prepareDataFolder } from "./cluster.ts";
import { keepRunning } from "./keep-running.ts";
import {
  anotherServerError,
  keepOwnerLock,
  type OwnerLock,
  stopOrphan,
  tryOwn,
} from "./ownership.ts";
import { type Postmaster, startPostmaster } from "./postmaster.ts";
import { type AppDatabase, connectSuperuser, prepareAppDatabase } from "./superuser.ts";

/** The URLs are of the database `sealslip`, with the passwords. */
export interface EmbeddedPostgres extends AppDatabase {
  port: number;
  /** Fulfilled when PostgreSQL has been stopped, or has ended and cannot be started again. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** PostgreSQL's own default. */
const MAX_CONNECTIONS = 100;

/**
 * Starts PostgreSQL on the cluster of the data folder, which is created if it is missing, on a free
 * port of 127.0.0.1, and again when it ends by itself. Throws EmbeddedPostgresError, for one if another
 * living server has that folder.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  maxConnections?: number;
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await prepareDataFolder(dataDir);
  const account = await getDatabaseAccount(join(clusterPath(dataDir), "data"));
  const binaries = await getBinaries(account);
  const cluster = await openCluster({ dataDir, account, binaries });
  await stopOrphan(cluster);

  const logPath = join(dataDir, "postgresql.log");
  const { pgData, password } = cluster;
  const maxConnections = Math.max(MAX_CONNECTIONS, options.maxConnections ?? 0);
  const launch = { pgData, logPath, binaries, account, maxConnections };
  const first = await startPostmaster(launch);
  const owned = await own(first, { pgData, password }).catch(async (error: unknown) => {
    await first.stop();
    throw error;
  });
  // Not before it is owned: until then, another start may have ended it.
  const postmaster = keepRunning(first, () => startPostmaster(launch, first.port));
  return {
    ...owned.urls,
    port: first.port,
    exited: postmaster.exited,
    stop: async () => {
      await owned.lock.release();
      await postmaster.stop();
    },
  };
}

async function own(
  { port }: Postmaster,
  { pgData, password }: { pgData: string; password: string },
): Promise<{ urls: AppDatabase; lock: OwnerLock }> {
  const connect = () => connectSuperuser(port, password);
  const superuser = await takeLock(connect);
  if (superuser === undefined) throw anotherServerError(pgData);

  const urls = await prepareAppDatabase(superuser, { port, pgData });
  return { urls, lock: keepOwnerLock(superuser, connect) };
}

// Undefined if another start took this PostgreSQL for an orphan before the lock was held: it has the
// lock, or is about to end this PostgreSQL, or has already done so.
async function takeLock(connect: () => Promise<Client>): Promise<Client | undefined> {
  try {
    const superuser = await connect();
    return (await tryOwn(superuser)) ? superuser : undefined;
  } catch (error) {
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}
