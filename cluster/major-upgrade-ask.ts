import { setTimeout as pause } from "node:timers/promises";
import { until } from "#lib/testing/until.ts";
import { withClient } from "./database.ts";
import type { PostgresPair } from "./major-upgrade-pair.ts";

const LOOK_MS = 20;

/** As superuser, on the primary. */
export async function runOn(pair: PostgresPair, statement: string): Promise<void> {
  await withClient(pair.urlFor("postgres"), (client) => client.query(statement));
}

/** The first column of what a statement returns. */
export async function selectColumn<T>(pair: PostgresPair, statement: string): Promise<T[]> {
  return await withClient(pair.urlFor("postgres"), async (client) => {
    const { rows } = await client.query<T[]>({ text: statement, rowMode: "array" });
    return rows.flatMap((row) => row.slice(0, 1));
  });
}

/** Waits until the one value that a statement returns is this one, several looks in a row. */
export async function untilAnswer(
  pair: PostgresPair,
  statement: string,
  { is, looks = 1, everyMs = LOOK_MS, deadlineMs }: Answer,
): Promise<void> {
  await withClient(pair.urlFor("postgres"), async (client) => {
    const seen = { looks: 0 };
    await until(async () => {
      const { rows } = await client.query({ text: statement, rowMode: "array" });
      seen.looks = rows[0]?.[0] === is ? seen.looks + 1 : 0;
      if (seen.looks < looks) await pause(everyMs);
      return seen.looks === looks;
    }, deadlineMs);
  });
}

/** `pg` returns a count as text. */
type Answer = { is: true | "0"; looks?: number; everyMs?: number; deadlineMs: number };
