import { join, resolve } from "node:path";
import type { Client } from "pg";
import { isDatabaseAway } from "#lib/storage/failures.ts";
import { getDatabaseAccount } from "./account.ts";
import { getBinaries } from "./binaries.ts";
import { clusterPath, openCluster, prepareDataFolder } from "./cluster.ts";
import { anotherServerError, keepOwnerLock, stopOrphan, tryOwn } from "./ownership.ts";
import { type Postmaster, startPostmaster } from "./postmaster.ts";
import { type AppDatabase, connectSuperuser, prepareAppDatabase } from "./superuser.ts";

/** The URLs are of the database `sealslip`, with the passwords. */
export interface EmbeddedPostgres extends AppDatabase {
  port: number;
  /** Fulfilled when PostgreSQL has ended, even if nobody asked it to. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on the cluster of the data folder, which is created if it is missing, on a free
 * port of 127.0.0.1. Throws EmbeddedPostgresError, for one if another living server has that folder.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
}): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await prepareDataFolder(dataDir);
  const account = await getDatabaseAccount(join(clusterPath(dataDir), "data"));
  const binaries = await getBinaries(account);
  const cluster = await openCluster({ dataDir, account, binaries });
  await stopOrphan(cluster);

  const logPath = join(dataDir, "postgresql.log");
  const { pgData, password } = cluster;
  const postmaster = await startPostmaster({ pgData, logPath, binaries, account });
  try {
    return await own(postmaster, { pgData, password });
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
}

async function own(
  postmaster: Postmaster,
  { pgData, password }: { pgData: string; password: string },
): Promise<EmbeddedPostgres> {
  const { port, exited } = postmaster;
  const connect = () => connectSuperuser(port, password);
  const superuser = await takeLock(connect);
  if (superuser === undefined) throw anotherServerError(pgData);

  const urls = await prepareAppDatabase(superuser, { port, pgData, password });
  const lock = keepOwnerLock(superuser, connect);
  return {
    ...urls,
    port,
    exited,
    stop: async () => {
      await lock.release();
      await postmaster.stop();
    },
  };
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
