import { setTimeout as pause } from "node:timers/promises";
import { openFailoverScene } from "./failover-scene.ts";
import { settleFailover } from "./failover-settle.ts";
import { strikeAll } from "./failover-trial.ts";
import type { Fault } from "./faults.ts";
import { copyToNewer } from "./major-upgrade-copy.ts";
import { createUpgradeDatabase, type UpgradeDatabase } from "./major-upgrade-database.ts";
import { catchUp, compareAll, type MajorMove, moveTo, stopWrites } from "./major-upgrade-move.ts";
import type { PostgresPair } from "./major-upgrade-pair.ts";
import type { Stage } from "./stage.ts";
import { formatSeconds } from "./table.ts";

/** For what is there when the copy begins. */
const BEFORE_MS = 10_000;
/** For what is written on each version. */
const SELLING_MS = 15_000;

/** The service moves while all kinds of calls go on; returns what did not hold. */
export async function runMajorUpgrade(parts: AsyncDisposableStack): Promise<string[]> {
  const scene = await openFailoverScene({ createDatabase: createUpgradeDatabase }, parts);
  const { postgres, folder } = scene.stage;
  const { older, newer } = postgres;
  await pause(BEFORE_MS);
  const begunAt = performance.now();
  await copyToNewer(postgres, folder);
  console.log(`  ${newer.name} follows, after ${formatSeconds(performance.now() - begunAt)}\n`);

  const moves: MajorMove[] = [];
  const move = (title: string, to: PostgresPair): Fault<Stage<UpgradeDatabase>> => ({
    title,
    lastsMs: SELLING_MS,
    async strike() {
      const made = await moveTo(to, postgres);
      moves.push(made);
      const openedAt = performance.now();
      return async () => {
        const paidAt = scene.seen.paidAt.find((at) => at > openedAt);
        if (paidAt === undefined) throw new Error(`no payment since ${to.name} leads`);
        made.steps.push({ name: "first payment", ms: paidAt - openedAt });
      };
    },
  });
  const failures = await strikeAll(scene, {
    rounds: 1,
    faults: [
      move(`${older.name} to ${newer.name}`, newer),
      move("the way back", older),
      move("and there again", newer),
    ],
  });
  printMoves(moves);
  failures.push(...(await settleFailover(scene)));

  await stopWrites(newer);
  await catchUp(newer);
  const last = await compareAll([older, newer]);
  console.log(`  at the end, ${older.name} still had all ${last.rows} rows of ${newer.name}`);
  const differing = [...moves.map(({ compared }) => compared), last].flatMap(
    (one) => one.differing,
  );
  return [...failures, ...differing.map((table) => `✗ another content: ${table}`)];
}

function printMoves(moves: readonly MajorMove[]): void {
  console.log("");
  for (const { steps, compared, xids } of moves) {
    const times = steps.map(({ name, ms }) => `${name} ${formatSeconds(ms)}`);
    const [before, after] = xids.map((xid) => xid.toLocaleString("en-US"));
    console.log(
      `  ${times.join(", ")}; ${compared.rows} rows of ${compared.tables} tables compared on four servers; transaction ${before} before, ${after} after`,
    );
  }
}
