import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type BenchService, onStage } from "./bench-service.ts";
import { measureHighestRate } from "./highest-rate.ts";
import { drawLines } from "./lines.ts";
import { describeMachine } from "./machine.ts";
import { readPacedFlags } from "./paced-flags.ts";
import { runPacedLoad, type Stretch } from "./paced-load.ts";
import { watchDisk } from "./watch-disk.ts";

// Payments at half of the highest rate, for the given number of minutes.

const { length: minutes, processes } = readPacedFlags(60);
const STRETCH_SECONDS = 10;

type Sample = Stretch & {
  /** The longest flush of one block to a file of its own. */
  diskMs: number;
  memoryMiB: number;
  databaseMemoryMiB: number;
  /** Of all tables, as PostgreSQL counts them. */
  deadRows: number;
  /** Of the write-ahead log, since the cluster was created. */
  logBytes: number;
};

const machine = describeMachine();
console.log(machine);
await onStage(async (stage) => {
  const { service, next, highest } = await measureHighestRate(stage, processes);
  const perSecond = Math.round(highest / 2);
  console.log(`highest rate ${Math.round(highest)}/s; ${minutes} minutes at ${perSecond}/s\n`);
  console.log(
    "     s   paid/s   p50 ms   p99 ms  highest  disk ms   memory  PostgreSQL  dead rows",
  );

  const client = new pg.Client({ connectionString: stage.ownerUrl });
  // If the run is interrupted, PostgreSQL ends before its clients do.
  client.on("error", () => undefined);
  await client.connect();
  await using disk = watchDisk(stage.folder);
  const samples: Sample[] = [];
  await runPacedLoad({
    url: new URL(service.urls[0] ?? ""),
    apiKey: service.apiKey,
    next,
    perSecond,
    seconds: minutes * 60,
    stretchSeconds: STRETCH_SECONDS,
    onStretch: async (stretch) => {
      const diskMs = disk.takeHighest();
      const sample = { ...stretch, diskMs, ...(await readState(service, client)) };
      samples.push(sample);
      print(sample);
    },
  });
  await client.end();
  reportLog(samples);
  await save({ machine, processes, minutes, highest, perSecond, samples });
});

async function readState(service: BenchService, client: pg.Client) {
  const [own, database, { rows }] = await Promise.all([
    service.usage(),
    service.databaseUsage(),
    client.query<{ dead: string; log: string }>(
      "SELECT sum(n_dead_tup) AS dead, pg_current_wal_lsn() - '0/0' AS log FROM pg_stat_user_tables",
    ),
  ]);
  return {
    memoryMiB: (own?.memory ?? Number.NaN) / 2 ** 20,
    databaseMemoryMiB: (database?.memory ?? Number.NaN) / 2 ** 20,
    deadRows: Number(rows[0]?.dead),
    logBytes: Number(rows[0]?.log),
  };
}

function reportLog(samples: readonly Sample[]): void {
  const [first, ...later] = samples;
  const last = later.at(-1);
  if (!first || !last) return;
  const paid = later.reduce((sum, { accepted }) => sum + accepted, 0);
  const bytes = Math.round((last.logBytes - first.logBytes) / paid);
  console.log(`\nwrite-ahead log: ${bytes} bytes a payment`);
}

function print(sample: Sample): void {
  const { at, seconds, accepted, refused, failed, p50Ms, p99Ms, highestMs } = sample;
  const figures = [
    [(at + seconds).toFixed(0), 6],
    [(accepted / seconds).toFixed(0), 9],
    [p50Ms.toFixed(1), 9],
    [p99Ms.toFixed(1), 9],
    [highestMs.toFixed(0), 9],
    [sample.diskMs.toFixed(0), 9],
    [sample.memoryMiB.toFixed(0), 9],
    [sample.databaseMemoryMiB.toFixed(0), 12],
    [String(sample.deadRows), 11],
  ] as const;
  const trouble = refused + failed > 0 ? `  ${refused} refused, ${failed} failed` : "";
  console.log(`${figures.map(([text, width]) => text.padStart(width)).join("")}${trouble}`);
}

type Steady = {
  machine: string;
  processes: number;
  minutes: number;
  highest: number;
  perSecond: number;
  samples: Sample[];
};

async function save(steady: Steady): Promise<void> {
  const { samples, perSecond } = steady;
  const jsonPath = join(import.meta.dirname, "steady.json");
  const chartPath = join(import.meta.dirname, "steady.svg");
  const file = { ...steady, at: new Date().toISOString() };
  await writeFile(jsonPath, `${JSON.stringify(file, roundNumber, 2)}\n`);
  const line = (title: string, of: (sample: Sample) => number) => ({
    title,
    points: samples.map((sample) => [sample.at / 60, of(sample)] as const),
  });
  const chart = drawLines(`${perSecond} payments a second for ${steady.minutes} minutes`, machine, [
    line("p99, ms", ({ p99Ms }) => p99Ms),
    line("longest flush of 8 KiB beside it, ms", ({ diskMs }) => diskMs),
    line("memory of the server, MiB", ({ memoryMiB }) => memoryMiB),
    line("dead rows", ({ deadRows }) => deadRows),
  ]);
  await writeFile(chartPath, chart);
  console.log(`\nwrote ${jsonPath} and ${chartPath}`);
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}
