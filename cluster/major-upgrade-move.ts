import { setTimeout as pause } from "node:timers/promises";
import { until } from "#lib/testing/until.ts";
import { withClient } from "./database.ts";
import { compareTables, type TableComparison } from "./major-upgrade-compare.ts";
import { askFor, placeOf, runOn } from "./major-upgrade-copy.ts";
import type { UpgradeDatabase } from "./major-upgrade-database.ts";
import type { PostgresPair } from "./major-upgrade-pair.ts";
import {
  ALLOW_WRITES,
  END_OF_LOG,
  endSessions,
  hasConfirmed,
  LIST_SEQUENCES,
  MARK,
  PUBLISH,
  REPLAYED,
  STOP_WRITES,
  subscribeFromNow,
  UNSUBSCRIBE,
} from "./major-upgrade-sql.ts";

export type Move = {
  /** What it took, in milliseconds, in order. */
  steps: { name: string; ms: number }[];
  compared: TableComparison;
  /** The next transaction ids of where it came from, and of where it went. */
  xids: [number, number];
};

const CAUGHT_UP_MS = 60_000;
/** A session that was just beginning shows in the second look. */
const LOOK_MS = 200;

/** Moves the service from one to the other, which follows from then on: the same way leads back. */
export async function moveTo(
  to: PostgresPair,
  { older, newer, front }: UpgradeDatabase,
): Promise<Move> {
  const from = to === newer ? older : newer;
  const steps: Move["steps"] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begunAt = performance.now();
    const result = await work();
    steps.push({ name, ms: performance.now() - begunAt });
    return result;
  };
  const xids = [await readNextXid(from), await readNextXid(to)] satisfies Move["xids"];
  await step("no writes", () => stopWrites(from));
  await step("caught up", () => catchUp(from));
  await step("sequences", () => copySequences({ from, to }));
  const compared = await step("compared", () => compareAll([from, to]));
  await step("way back", () => turnAround({ from, to }));
  await step("open", async () => {
    await runOn(to, ALLOW_WRITES);
    await front.leadTo(to.name);
  });
  return { steps, compared, xids };
}

/** Returns once no session of the service is left that began before. */
export async function stopWrites(from: PostgresPair): Promise<void> {
  await withClient(from.urlFor("postgres"), async (client) => {
    await client.query(STOP_WRITES);
    const { rows } = await client.query<{ now: string }>("SELECT clock_timestamp()::text AS now");
    const statement = endSessions(client.escapeLiteral(rows[0]?.now ?? ""));
    const seen = { quiet: 0 };
    await until(async () => {
      const { rows: ended } = await client.query<{ count: string }>(statement);
      seen.quiet = ended[0]?.count === "0" ? seen.quiet + 1 : 0;
      await pause(LOOK_MS);
      return seen.quiet === 2;
    }, CAUGHT_UP_MS);
  });
}

/** Returns once the other one has all of it on its disk, and its standby, too. */
export async function catchUp(from: PostgresPair): Promise<void> {
  await runOn(from, MARK);
  const end = await askFor<string>(from, END_OF_LOG);
  const question = hasConfirmed(`'${end}'`);
  await until(async () => (await askFor<boolean>(from, question)) === true, CAUGHT_UP_MS);
}

async function copySequences({ from, to }: Record<"from" | "to", PostgresPair>): Promise<void> {
  const statements = await withClient(from.urlFor("postgres"), async (client) => {
    const { rows } = await client.query<{ format: string }>(LIST_SEQUENCES);
    return rows.map(({ format }) => format);
  });
  await runOn(to, statements.join("\n"));
  // The commit waits for the standby, which then has all that was applied before.
  await runOn(to, MARK);
}

/** Compares the primaries and their standbys. */
export async function compareAll(pairs: readonly PostgresPair[]): Promise<TableComparison> {
  for (const pair of pairs) {
    await until(async () => (await askFor<boolean>(pair, REPLAYED)) === true, CAUGHT_UP_MS);
  }
  return await compareTables(pairs.flatMap(({ members }) => members));
}

/** What is written from now on goes the other way. */
async function turnAround({ from, to }: Record<"from" | "to", PostgresPair>): Promise<void> {
  await runOn(to, UNSUBSCRIBE);
  const isPublished = await askFor<boolean>(to, "SELECT true FROM pg_publication");
  if (!isPublished) await runOn(to, PUBLISH);
  await runOn(from, subscribeFromNow(placeOf(to), from.version));
}

async function readNextXid(pair: PostgresPair): Promise<number> {
  return Number(await askFor<string>(pair, "SELECT pg_snapshot_xmax(pg_current_snapshot())"));
}
