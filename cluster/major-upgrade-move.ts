import { escapeLiteral } from "pg";
import { runOn, selectColumn, untilAnswer } from "./major-upgrade-ask.ts";
import { compareTables, type TableComparison } from "./major-upgrade-compare.ts";
import { placeOf } from "./major-upgrade-copy.ts";
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

export type MajorMove = {
  /** What it took, in milliseconds, in order. */
  steps: { name: string; ms: number }[];
  compared: TableComparison;
  /** The next transaction ids of where it came from, and of where it went. */
  xids: [number, number];
};

const CAUGHT_UP_MS = 60_000;
const TRUE = { is: true, deadlineMs: CAUGHT_UP_MS } as const;

/** Moves the service from one to the other, which follows from then on: the same way leads back. */
export async function moveTo(
  to: PostgresPair,
  { older, newer, front }: UpgradeDatabase,
): Promise<MajorMove> {
  const from = to === newer ? older : newer;
  const steps: MajorMove["steps"] = [];
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begunAt = performance.now();
    const result = await work();
    steps.push({ name, ms: performance.now() - begunAt });
    return result;
  };
  const xids = [await readNextXid(from), await readNextXid(to)] satisfies MajorMove["xids"];
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
  await runOn(from, STOP_WRITES);
  const [stopped = ""] = await selectColumn<string>(from, "SELECT clock_timestamp()::text");
  // A session that was just beginning shows in the second look.
  const seen = { is: "0", looks: 2, everyMs: 200, deadlineMs: CAUGHT_UP_MS } as const;
  await untilAnswer(from, endSessions(escapeLiteral(stopped)), seen);
}

/** Returns once the other one has all of it on its disk. */
export async function catchUp(from: PostgresPair): Promise<void> {
  await runOn(from, MARK);
  const [end = ""] = await selectColumn<string>(from, END_OF_LOG);
  await untilAnswer(from, hasConfirmed(escapeLiteral(end)), TRUE);
}

async function copySequences({ from, to }: Record<"from" | "to", PostgresPair>): Promise<void> {
  const statements = await selectColumn<string>(from, LIST_SEQUENCES);
  await runOn(to, statements.join("\n"));
  // The commit waits for the standby, which then has all that was applied before.
  await runOn(to, MARK);
}

/** Compares the primaries and their standbys. */
export async function compareAll(pairs: readonly PostgresPair[]): Promise<TableComparison> {
  for (const pair of pairs) await untilAnswer(pair, REPLAYED, TRUE);
  return await compareTables(pairs.flatMap(({ members }) => members));
}

/** What is written from now on goes the other way. */
async function turnAround({ from, to }: Record<"from" | "to", PostgresPair>): Promise<void> {
  await runOn(to, UNSUBSCRIBE);
  const publications = await selectColumn<string>(to, "SELECT pubname FROM pg_publication");
  if (publications.length === 0) await runOn(to, PUBLISH);
  await runOn(from, subscribeFromNow(placeOf(to), from.version));
}

async function readNextXid(pair: PostgresPair): Promise<number> {
  const [xid] = await selectColumn<string>(pair, "SELECT pg_snapshot_xmax(pg_current_snapshot())");
  return Number(xid);
}
