import { createId } from "#lib/core/ids.ts";
import { log } from "#lib/log/logger.ts";
import { keepEscrowKeyCurrent } from "#lib/secrets/keep-current.ts";
import {
  deleteLongDead,
  deleteProcess,
  listKnownMigrations,
  selectAlive,
  upsertSeen,
} from "./store.ts";

const INTERVAL_MS = 10_000;

/**
 * Records in the database that this process is alive, which schema its code knows, and which escrow key it reserves: a
 * migration that removes something waits for the last process that needs it, and so does the end of a key. Returns how
 * to end that.
 */
export async function sayAlive(program: "server" | "worker"): Promise<() => Promise<void>> {
  const id = createId("process");
  const migration = (await listKnownMigrations()).at(-1) ?? "";
  await deleteLongDead();
  const say = async () => {
    await Promise.all([upsertSeen({ id, program, migration }), keepEscrowKeyCurrent()]);
  };
  await say();
  const timer = setInterval(() => {
    say().catch((err: unknown) =>
      log().warn({ err }, "the database was not told that this process is alive"),
    );
  }, INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    // If the database is down, the entry expires by itself.
    await deleteProcess(id).catch(() => undefined);
  };
}

export type LivingProcess = {
  program: string;
  /** The newest migration that its code has */
  migration: string;
  startedAt: Date;
  seenAt: Date;
};

/** The processes that use this database, those with the oldest code first. */
export async function listProcesses(): Promise<LivingProcess[]> {
  const alive = await selectAlive();
  return alive.map(({ program, migration, startedAt, seenAt }) => ({
    program,
    migration,
    startedAt,
    seenAt,
  }));
}
