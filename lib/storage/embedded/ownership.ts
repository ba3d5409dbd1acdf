import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Cluster } from "./cluster.ts";
import { isAlive, isPostmasterOf, pidFilePath, readPidFile } from "./processes.ts";
import { EmbeddedPostgresError } from "./settings.ts";
import { connectSuperuser } from "./superuser.ts";

const ANSWER_DEADLINE_MS = 60_000;
const STOP_DEADLINE_MS = 30_000;
const POLL_INTERVAL_MS = 50;

/**
 * Stops the PostgreSQL that a killed server left behind on the cluster. Throws where a living server
 * holds it.
 */
export async function stopOrphan({ pgData, password }: Cluster): Promise<void> {
  const file = await readPidFile(pgData);
  if (file === undefined) return;
  if (!(await isPostmasterOf(file.pid, pgData))) {
    // PostgreSQL would take the program that has that number now for another PostgreSQL. Where no program has
    // it, PostgreSQL finds that out by itself.
    if (isAlive(file.pid)) await rm(pidFilePath(pgData), { force: true });
    return;
  }

  const client = await connectToRunning({ pgData, password, pid: file.pid });
  if (client === undefined) return;
  try {
    if (!(await tryOwn(client))) throw anotherServerError(pgData);
    // The lock is held until the process has ended the session: of several starts one goes on.
    await end(file.pid, pgData);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What a start says when it finds a living server on its data folder. */
export function anotherServerError(pgData: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `another Sealslip is running on this data folder (its database is ${pgData}): stop it, or set DATA_DIR to another folder`,
  );
}

// Undefined if the process ends in the meantime. It may be recovering, or shutting down.
async function connectToRunning(running: Cluster & { pid: number }): Promise<Client | undefined> {
  const deadline = Date.now() + ANSWER_DEADLINE_MS;
  while (Date.now() < deadline) {
    const port = (await readPidFile(running.pgData))?.port ?? 0;
    const client = await connectSuperuser(port, running.password).catch(() => undefined);
    if (client !== undefined) return client;
    if (!(await isPostmasterOf(running.pid, running.pgData))) return undefined;
    await sleep(POLL_INTERVAL_MS);
  }
  throw new EmbeddedPostgresError(
    `a PostgreSQL (process ${running.pid}) runs on ${running.pgData} and does not answer: end it with "kill -INT ${running.pid}"`,
  );
}

async function end(pid: number, pgData: string): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    process.kill(pid, signal);
    const deadline = Date.now() + STOP_DEADLINE_MS;
    while (Date.now() < deadline) {
      if (!(await isPostmasterOf(pid, pgData))) return;
      await sleep(POLL_INTERVAL_MS);
    }
  }
  throw new EmbeddedPostgresError(
    `the PostgreSQL that an earlier start left behind (process ${pid}) does not end: end it with "kill -9 ${pid}"`,
  );
}

/** While it is held, other instances know that a server lives on this cluster. */
export interface OwnerLock {
  release(): Promise<void>;
}

/** Soon after PostgreSQL runs again: a start in between would take it for one that was left behind. */
const RETRY_MS = 20;

/**
 * Takes the lock for the session of the client; false where another living server holds it. By hand:
 * Prisma has no advisory locks.
 */
export async function tryOwn(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ owned: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('sealslip server', 0)) as owned",
  );
  return rows[0]?.owned === true;
}

/**
 * Keeps the lock that the client has taken. When one of its processes crashes, PostgreSQL ends all
 * sessions and goes on by itself, and when it ends, it is started again: then the lock is taken again.
 */
export function keepOwnerLock(client: Client, reconnect: () => Promise<Client>): OwnerLock {
  const held = { client, isReleased: false };
  const watch = () => held.client.once("end", () => void retake());

  async function retake(): Promise<void> {
    while (!held.isReleased) {
      const next = await reconnect().catch(() => undefined);
      if (next !== undefined && (await tryOwn(next).catch(() => false))) {
        held.client = next;
        watch();
        return;
      }
      await next?.end();
      await sleep(RETRY_MS, undefined, { ref: false });
    }
  }

  watch();
  return {
    release: async () => {
      held.isReleased = true;
      await held.client.end();
    },
  };
}
