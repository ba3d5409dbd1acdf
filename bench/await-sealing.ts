import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { BenchService, BenchStage } from "./bench-service.ts";
import { readUsages } from "./measure.ts";

/** Entries of the audit trail that were sealed after their calls. */
export type Sealed = {
  entries: number;
  /** Of server and PostgreSQL for all of them; undefined if unknown. */
  cpuMs?: number;
};

/** So few are sealed beside the next calls without a visible effect. */
const FEW = 1_000;
/** Often enough for seconds of work, and rare enough not to disturb it. */
const LOOK_MS = 500;

/** Lets a service seal its backlog; undefined if there is next to none. */
export async function awaitSealing(
  service: BenchService,
  { ownerUrl }: BenchStage,
): Promise<Sealed | undefined> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const countUnsealed = async (): Promise<number> => {
    const { rows } = await client.query("SELECT count(*)::int AS count FROM audit_pending");
    return rows[0].count;
  };
  try {
    const entries = await countUnsealed();
    if (entries <= FEW) return undefined;
    const before = await readUsages(service);
    while ((await countUnsealed()) > 0) await delay(LOOK_MS);
    const after = await readUsages(service);
    if (!before || !after) return { entries };
    const own = after.own.cpuMs - before.own.cpuMs;
    return { entries, cpuMs: own + after.database.cpuMs - before.database.cpuMs };
  } finally {
    await client.end();
  }
}
