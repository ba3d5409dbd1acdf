import { setTimeout as pause } from "node:timers/promises";
import { compareBooks } from "./compare.ts";
import { findPendingAgain } from "./failover-books.ts";
import type { FailoverFault } from "./failover-faults.ts";
import { type FailoverScene, openFailoverScene } from "./failover-scene.ts";
import { settleFailover } from "./failover-settle.ts";
import { paysEverywhere } from "./merchant.ts";
import type { FailoverPrograms } from "./programs.ts";
import { openTable } from "./table.ts";

const HEALTHY_MS = 1_000;
const PROBE_MS = 300;
/** Whatever is not back by then does not come back by itself. */
const BACK_MS = 90_000;

type Plan = { programs: FailoverPrograms; faults: readonly FailoverFault[]; rounds: number };

/** Each fault so many times, while all kinds of calls go on; returns what did not hold. */
export async function runFailover(
  { programs, faults, rounds }: Plan,
  parts: AsyncDisposableStack,
): Promise<string[]> {
  const scene = await openFailoverScene(programs, parts);
  const failures = await strikeAll(scene, { faults, rounds });
  return [...failures, ...(await settleFailover(scene))];
}

async function strikeAll(
  scene: FailoverScene,
  { faults, rounds }: Pick<Plan, "faults" | "rounds">,
): Promise<string[]> {
  const table = openTable([
    { title: `fault, ${rounds} of each`, width: 50 },
    { title: "paid", width: 6 },
    { title: "503", width: 6 },
    { title: "none", width: 6 },
    { title: "silent: median", width: 14 },
    { title: "longest", width: 7 },
    { title: "wrong", width: 5 },
    { title: "lost", width: 4 },
    { title: "twice", width: 5 },
    { title: "pending again", width: 13 },
    { title: "not back", width: 8 },
  ]);
  console.log(
    '  "silent": seconds from one paid payment to the next; "none": the connection was cut, or no instance was ready\n',
  );
  table.begin();
  const { seen } = scene;
  const failures: string[] = [];
  for (const fault of faults) {
    Object.assign(seen, { paid: 0, refused: 0, unanswered: 0 });
    const sums = { wrong: 0, lost: 0, doubled: 0, pendingAgain: 0, missing: 0 };
    const gaps: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await pause(HEALTHY_MS);
      const outcome = await outlast(fault, scene);
      gaps.push(outcome.gapMs);
      sums.wrong += outcome.wrong.length;
      sums.lost += outcome.lost;
      sums.doubled += outcome.doubled;
      sums.pendingAgain += outcome.pendingAgain;
      sums.missing += outcome.missing.length;
      for (const wrong of [...outcome.wrong, ...outcome.missing]) {
        failures.push(`✗ ${fault.title}, round ${round}: ${wrong}`);
      }
      if (outcome.lost + outcome.doubled > 0) {
        failures.push(
          `✗ ${fault.title}, round ${round}: ${outcome.lost} lost, ${outcome.doubled} charged twice`,
        );
      }
    }
    const sorted = gaps.toSorted((one, other) => one - other);
    const middle = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)];
    table.row([
      fault.title,
      ...[seen.paid, seen.refused, seen.unanswered].map(String),
      ...middle.map((ms = 0) => (ms / 1000).toFixed(1)),
      ...Object.values(sums).map(String),
    ]);
  }
  return failures;
}

type Outcome = {
  gapMs: number;
  wrong: string[];
  lost: number;
  doubled: number;
  pendingAgain: number;
  missing: string[];
};

async function outlast(
  { strike, lastsMs }: FailoverFault,
  scene: FailoverScene,
): Promise<Outcome> {
  const { stage, merchant, shop, seen } = scene;
  seen.paidAt = seen.paidAt.slice(-1);
  seen.wrong = [];
  const pendingAgain = new Set<string>();
  const look = async () => {
    const found = await findPendingAgain(stage, shop.sales).catch(() => []);
    for (const id of found) pendingAgain.add(id);
  };
  const heal = await strike(stage);
  await look();
  await pause(lastsMs);
  await heal();
  const deadline = performance.now() + BACK_MS;
  let missing = await findMissing(scene);
  while (missing.length > 0 && performance.now() < deadline) {
    await pause(PROBE_MS);
    await look();
    missing = await findMissing(scene);
  }
  const { lost, doubled } = await compareBooks(stage, merchant, shop.sales);
  const times = [...seen.paidAt, performance.now()];
  const gapMs = Math.max(...times.slice(1).map((time, at) => time - (times[at] ?? time)));
  return { gapMs, wrong: seen.wrong, lost, doubled, pendingAgain: pendingAgain.size, missing };
}

/** What has not come back: a process, a standby, or an instance that takes no payments. */
async function findMissing({ stage, merchant }: FailoverScene): Promise<string[]> {
  const { postgres, pooler, redis, balancer, instances, worker } = stage;
  const parts = [pooler, redis, balancer, worker, postgres.proxy, ...instances, ...postgres.etcd];
  const ended = parts.filter((part) => !part.isRunning()).map(({ name }) => `${name} has ended`);
  const ready = await Promise.all(instances.map((instance) => instance.isReady()));
  const deaf = instances.filter((_, at) => !ready[at]).map(({ name }) => `${name} is not ready`);
  const missing = [...ended, ...deaf, ...(await postgres.findAilments())];
  if (missing.length > 0) return missing;
  return (await paysEverywhere(stage, merchant)) ? [] : ["an instance takes no payments"];
}
