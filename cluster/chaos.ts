import { setTimeout as pause } from "node:timers/promises";
import type { Shop } from "#lib/testing/crash/shop.ts";
import { until } from "#lib/testing/until.ts";
import { compareBooks } from "./compare.ts";
import { failoverFaults } from "./failover-faults.ts";
import { runFailover } from "./failover-trial.ts";
import { type Fault, faults } from "./faults.ts";
import { type Merchant, openClusterShop, openMerchant, paysEverywhere } from "./merchant.ts";
import {
  canMount,
  clockEnv,
  clockJumps,
  findFaketime,
  fullDisk,
  mountDisk,
  twoStarts,
} from "./optional-faults.ts";
import { createPostgres } from "./postgres.ts";
import { FAILOVER_PACKAGES, findFailoverPrograms } from "./programs.ts";
import { runTrial } from "./run-trial.ts";
import { openStage, type PlainStage } from "./stage.ts";
import { formatSeconds, openTable } from "./table.ts";

// npm run chaos: every part of the cluster fails, while a shop sells; no payment may be lost.

const INSTANCES = 3;
const TILLS = 6;
/** For what hangs: it takes five minutes, and many more on a busy machine. */
const DEADLINE_MS = 60 * 60_000;
const HEALTHY_MS = 2_000;
const READY_MS = 10 * 60_000;
const PROBE_PAUSE_MS = 100;
/** The job that finishes what is left looks once a minute. */
const SETTLED_MS = 15 * 60_000;

/** Only faults whose title contains one of these; all where there is none. */
const wanted = process.argv.slice(2);

const disk = canMount();
const faketime = findFaketime();
const possible = [
  ...faults,
  ...(disk ? [fullDisk] : []),
  ...(faketime ? clockJumps : []),
  twoStarts,
];
const isWanted = (title: string) =>
  wanted.length === 0 || wanted.some((part) => title.includes(part));
const chosen = possible.filter(({ title }) => isWanted(title));

/** What the shop saw while a fault lasted, and until all was well again. */
type Seen = {
  paid: number;
  refused: number;
  unanswered: number;
  /** Answers that no fault explains. */
  wrong: number;
  longestMs: number;
};

const nothing: Readonly<Seen> = { paid: 0, refused: 0, unanswered: 0, wrong: 0, longestMs: 0 };

await runTrial({ deadlineMs: DEADLINE_MS }, async (parts) => {
  const failures = chosen.length > 0 ? await breakParts(parts.use(new AsyncDisposableStack())) : [];
  return [...failures, ...(await breakDatabase(parts))];
});

/** Each part in turn, on a stage that is taken down at the end. */
async function breakParts(parts: AsyncDisposableStack): Promise<string[]> {
  if (!disk) console.log("  left out: a full disk, which takes root on Linux");
  if (!faketime) console.log("  left out: jumps of the clock: apt-get install faketime");
  const stage = await openStage(
    {
      instances: INSTANCES,
      createDatabase: createPostgres,
      announce: (line) => console.log(`  ${line}`),
      ...(disk && { mountDisk }),
      ...(faketime && { lastEnv: (folder: string) => clockEnv(faketime, folder) }),
    },
    parts,
  );
  const merchant = await openMerchant(stage, parts);
  const seen: Seen = { ...nothing };
  const shop = openClusterShop(stage, merchant, ({ status, ms }) => {
    seen[nameAnswer(status)] += 1;
    seen.longestMs = Math.max(seen.longestMs, ms);
  });
  parts.defer(async () => shop.abandon());
  shop.open(TILLS);
  const failures = await strikeAll({ stage, merchant, shop, seen });
  failures.push(...(await settle({ stage, merchant, shop })));
  await parts.disposeAsync();
  return failures;
}

/** The short form of `npm run cluster -- failover`. */
async function breakDatabase(parts: AsyncDisposableStack): Promise<string[]> {
  const faults = failoverFaults.filter(({ isTelling, title }) => isTelling && isWanted(title));
  if (faults.length === 0) return [];
  const programs = findFailoverPrograms();
  if (programs) return await runFailover({ programs, faults, rounds: 1 }, parts);
  console.log(
    `\n  left out: failovers of PostgreSQL: ${FAILOVER_PACKAGES}, and npm run cluster -- failover`,
  );
  return [];
}

function nameAnswer(status: number | undefined): Exclude<keyof Seen, "longestMs"> {
  if (status === undefined) return "unanswered";
  if (status === 503 || status === 429) return "refused";
  return status < 300 ? "paid" : "wrong";
}

type Scene = { stage: PlainStage; merchant: Merchant; shop: Shop };

async function strikeAll({ seen, ...scene }: Scene & { seen: Seen }): Promise<string[]> {
  const table = openTable([
    { title: "fault", width: 65 },
    { title: "paid", width: 6 },
    { title: "refused", width: 7 },
    { title: "none", width: 6 },
    { title: "longest", width: 8 },
    { title: "ready after", width: 11 },
    { title: "lost", width: 4 },
  ]);
  console.log(
    '\n  "refused": with 503 or 429, to be sent again; "none": the connection was cut, or the balancer had no server to ask\n',
  );
  table.begin();
  const failures: string[] = [];
  for (const fault of chosen) {
    await pause(HEALTHY_MS);
    Object.assign(seen, nothing);
    const readyMs = await outlast(fault, scene);
    const { lost, doubled } = await compareBooks(scene.stage, scene.merchant, scene.shop.sales);
    const counts = [seen.paid, seen.refused, seen.unanswered].map(String);
    const times = [seen.longestMs, readyMs].map(formatSeconds);
    table.row([fault.title, ...counts, ...times, String(lost)]);
    if (lost + doubled + seen.wrong === 0) continue;
    failures.push(
      `✗ ${fault.title}: ${lost} lost, ${doubled} doubled, ${seen.wrong} wrong answers`,
    );
  }
  return failures;
}

/** Returns how long it took from the end of the fault until everything took payments again. */
async function outlast({ strike, lastsMs }: Fault, { stage, merchant }: Scene): Promise<number> {
  const heal = await strike(stage);
  await pause(lastsMs);
  const healedAt = performance.now();
  await heal();
  await until(async () => {
    await pause(PROBE_PAUSE_MS);
    const ready = await Promise.all(stage.instances.map((instance) => instance.isReady()));
    return ready.every(Boolean) && (await paysEverywhere(stage, merchant));
  }, READY_MS);
  return performance.now() - healedAt;
}

/** Every sale is sent again until it has its answer; then the three books must agree. */
async function settle({ stage, merchant, shop }: Scene): Promise<string[]> {
  const begunAt = performance.now();
  await shop.close();
  for (const sale of shop.sales) await shop.pay(sale);
  const compare = () => compareBooks(stage, merchant, shop.sales);
  await until(async () => (await compare()).pending === 0, SETTLED_MS);
  const { acknowledged, ...books } = await compare();
  const repeated = shop.sales.filter(({ interruptions }) => interruptions > 0).length;
  console.log(
    `\n  ${shop.sales.length} sales, ${repeated} of them sent again, ${acknowledged} answered for; ` +
      `${books.lost} lost, ${books.doubled} charged twice, ${books.apart} unlike the providers' books ` +
      `(settled in ${formatSeconds(performance.now() - begunAt)})`,
  );
  const wrong = Object.entries(books).filter(([, count]) => count > 0);
  return wrong.map(([name, count]) => `✗ at the end: ${count} ${name}`);
}
