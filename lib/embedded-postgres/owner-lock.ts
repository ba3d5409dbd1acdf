import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";

/** Tells the other instances, for as long as it is held, that a server lives on this cluster. */
export interface OwnerLock {
  release(): Promise<void>;
}

const RETRY_MS = 500;

/** Takes the lock for the session of the client; false where another living server holds it. */
export async function tryOwn(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ owned: boolean }>(
    "select pg_try_advisory_lock(hashtextextended('sealslip server', 0)) as owned",
  );
  return rows[0]?.owned === true;
}

/**
 * Keeps the lock that the client has taken. PostgreSQL ends all sessions when one of its processes
 * crashes, and goes on by itself: then the lock is taken again.
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
