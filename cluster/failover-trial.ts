import { setTimeout as pause } from "node:timers/promises";
import { compareBooks } from "./compare.ts";
import type { Standing } from "./database.ts";
import { findPendingAgain } from "./failover-books.ts";
import type { FailoverFault } from "./failover-faults.ts";
import { checkMonitoring } from "./failover-monitoring.ts";
import { type FailoverScene, openFailoverScene } from "./failover-scene.ts";
import { settleFailover } from "./failover-settle.ts";
import type { Fault } from "./faults.ts";
import { paysEverywhere } from "./merchant.ts";
import { canMount, mountDisk } from "./optional-faults.ts";
import { createPatroni } from "./patroni.ts";
import { patroniTimes } from "./patroni-node.ts";
import type { FailoverPrograms } from "./programs.ts";
import type { Stage } from "./stage.ts";
import { openTable } from "./table.ts";

const HEALTHY_MS = 1_000;
const PROBE_MS = 300;
/** Whatever is not back by then does not come back by itself. */
const BACK_MS = 90_000;

type Plan = {
  programs: FailoverPrograms;
  faults: readonly FailoverFault[];
  rounds: number;
  /** Whether the service reaches PostgreSQL without PgBouncer, which drops `synchronous_commit=off`. */
  isDirect?: boolean;
};

/** Each fault so many times, while all kinds of calls go on; returns what did not hold. */
export async function runFailover(
  { programs, faults, rounds, isDirect = false }: Plan,
  parts: AsyncDisposableStack,
): Promise<string[]> {
  const scene = await openFailoverScene(
    {
      createDatabase: (place, own) =>
        createPatroni(
          { ...place, failoverPrograms: programs, ...(canMount() && { mountDisk }) },
          own,
        ),
      isDirect,
    },
    parts,
  );
  const times = Object.entries(patroniTimes).map(([name, seconds]) => `${name} ${seconds}`);
  console.log(`  Patroni: ${times.join(", ")}\n`);
  const failures = await strikeAll(scene, { faults, rounds });
  failures.push(...(await settleFailover(scene)));
  return [...failures, ...(await checkMonitoring(scene.stage.postgres))];
}

type Strikes<D extends Standing> = { faults: readonly Fault<Stage<D>>[]; rounds: number };

/** Each of them so many times; returns what did not hold. */
export async function strikeAll<D extends Standing>(
  scene: FailoverScene<D>,
  { faults, rounds }: Strikes<D>,
): Promise<string[]> {
  const table = openTable([
    { title: `fault, ${rounds} of each`, width: 50 },
    { title: "paid", width: 6 },
    { title: "refused", width: 7 },
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
    '  "refused": with 503 or 429, to be sent again; "none": the connection was cut, or no instance was ready; "silent": seconds from one paid payment to the next\n',
  );
  table.begin();
  const failures: string[] = [];
  for (const fault of faults) {
    Object.assign(scene.seen, { paid: 0, refused: 0, unanswered: 0 });
    const outcomes: Outcome[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      await pause(HEALTHY_MS);
      const outcome = await outlast(fault, scene);
      outcomes.push(outcome);
      failures.push(
        ...listFailures(outcome).map((line) => `✗ ${fault.title}, round ${round}: ${line}`),
      );
    }
    table.row([fault.title, ...summarize(outcomes, scene.seen)]);
  }
  return failures;
}

type Outcome = {
  /** The longest time from one paid payment to the next. */
  silentMs: number;
  wrong: string[];
  lost: number;
  doubled: number;
  pendingAgain: number;
  /** What was not back in time. */
  missing: string[];
};

function listFailures({ wrong, lost, doubled, missing }: Outcome): string[] {
  return [
    ...wrong,
    ...missing,
    ...(lost > 0 ? [`${lost} lost`] : []),
    ...(doubled > 0 ? [`${doubled} charged twice`] : []),
  ];
}

/** The cells of a row. */
function summarize(
  outcomes: readonly Outcome[],
  { paid, refused, unanswered }: FailoverScene["seen"],
): string[] {
  const times = outcomes.map(({ silentMs }) => silentMs).sort((one, other) => one - other);
  const ofInterest = [times[Math.floor((times.length - 1) / 2)], times.at(-1)];
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const counts = [
    sum(({ wrong }) => wrong.length),
    sum(({ lost }) => lost),
    sum(({ doubled }) => doubled),
    sum(({ pendingAgain }) => pendingAgain),
    sum(({ missing }) => missing.length),
  ];
  return [
    ...[paid, refused, unanswered].map(String),
    ...ofInterest.map((ms = 0) => (ms / 1000).toFixed(1)),
    ...counts.map(String),
  ];
}

async function outlast<D extends Standing>(
  { strike, lastsMs }: Fault<Stage<D>>,
  scene: FailoverScene<D>,
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
  const silentMs = Math.max(...times.slice(1).map((time, at) => time - (times[at] ?? time)));
  const wrong = [...seen.wrong];
  return { silentMs, wrong, lost, doubled, pendingAgain: pendingAgain.size, missing };
}

/** What has not come back: a process, a standby, or an instance that takes no payments. */
async function findMissing({ stage, merchant }: FailoverScene): Promise<string[]> {
  const { postgres, pooler, redis, balancer, instances, worker } = stage;
  const parts = [pooler, redis, balancer, worker, ...instances, ...postgres.around];
  const ended = parts.filter((part) => !part.isRunning()).map(({ name }) => `${name} has ended`);
  const ready = await Promise.all(instances.map((instance) => instance.isReady()));
  const deaf = instances.filter((_, at) => !ready[at]).map(({ name }) => `${name} is not ready`);
  const missing = [...ended, ...deaf, ...(await postgres.findAilments())];
  if (missing.length > 0) return missing;
  return (await paysEverywhere(stage, merchant)) ? [] : ["an instance takes no payments"];
}
