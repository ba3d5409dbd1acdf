import { setTimeout as pause } from "node:timers/promises";
import type { Sale } from "#lib/testing/crash/shop.ts";
import { until } from "#lib/testing/until.ts";
import { withClient } from "./database.ts";
import { openClusterShop } from "./merchant.ts";
import type { RecoveryScene } from "./recovery-scene.ts";
import { runAdmin } from "./recovery-steps.ts";

// What happens before the disaster.

const TILLS = 2;
const SELLING_MS = 6_000;
/** Between the moment and what is before and after it. */
const QUIET_MS = 1_000;
const BACK_MS = 5 * 60_000;
/** `archive_timeout` and a little more, many times over. */
const ARCHIVED_MS = 5 * 60_000;

/** What is to come back: the moment, as PostgreSQL writes it, and what is compared with it. */
export type RestorePoint = {
  at: string;
  sales: readonly Sale[];
  /** What `audit anchors` printed. */
  anchors: string;
};

/** What was done after the moment, and is lost with it. */
export type Afterwards = {
  sales: readonly Sale[];
  /** What `ledger show` printed. */
  ledger: string;
};

/** Sells until the moment, with all that happens beside it. */
export function beginSales({ shop, load }: RecoveryScene): void {
  shop.open(TILLS);
  load.open();
}

export async function keepSelling(): Promise<void> {
  await pause(SELLING_MS);
}

/** The primary is gone, another one leads, and it comes back as a standby, while the shop sells. */
export async function failOver({ stage }: RecoveryScene): Promise<void> {
  const { postgres } = stage;
  const old = await postgres.primary();
  await old.crash();
  await postgres.hasOtherPrimary(old);
  await old.start();
  await until(async () => (await postgres.findAilments()).length === 0, BACK_MS);
}

/** Everything that was asked for is answered, and nothing is asked for meanwhile. */
export async function noteMoment(scene: RecoveryScene): Promise<RestorePoint> {
  const { stage, shop, load } = scene;
  await Promise.all([shop.close(), load.close()]);
  for (const sale of shop.sales) {
    if (sale.paymentId === undefined) await shop.pay(sale);
  }
  const anchors = await runAdmin(scene, "audit", "anchors", "--json");
  await pause(QUIET_MS);
  const [row] = await ask<{ at: string }>(stage, "SELECT clock_timestamp()::text AS at");
  await pause(QUIET_MS);
  return { at: row?.at ?? "", sales: [...shop.sales], anchors };
}

/** More payments, an erasure, and a revoked key, all of them after the moment. */
export async function goOn(scene: RecoveryScene): Promise<Afterwards> {
  const { stage, merchant, doomed } = scene;
  const later = openClusterShop(stage, merchant);
  later.open(TILLS);
  await pause(QUIET_MS);
  await doomed.end();
  await later.close();
  for (const sale of later.sales) {
    if (sale.paymentId === undefined) await later.pay(sale);
  }
  const ledger = await runAdmin(scene, "ledger", "show", "--json");
  return { sales: later.sales, ledger };
}

/** All that has been written until now is in the archive: no sooner is it safe from the loss of all machines. */
export async function waitForArchive({ stage }: RecoveryScene): Promise<void> {
  const [row] = await ask<{ segment: string }>(
    stage,
    "SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS segment",
  );
  await until(async () => {
    const [found] = await ask<{ isArchived: boolean }>(
      stage,
      // Names of one timeline are in order; one that was cut short by a failover has another ending.
      `SELECT coalesce(left(last_archived_wal, 24) >= $1, false) AS "isArchived" FROM pg_stat_archiver`,
      [row?.segment],
    );
    await pause(QUIET_MS / 2);
    return found?.isArchived ?? false;
  }, ARCHIVED_MS);
}

async function ask<T extends object>(
  { postgres }: RecoveryScene["stage"],
  query: string,
  values: unknown[] = [],
): Promise<T[]> {
  const url = postgres.urlFor("postgres");
  return await withClient(url, async (client) => (await client.query<T>(query, values)).rows);
}
