import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { awaitSealing } from "./await-sealing.ts";
import { type BenchStage, onStage } from "./bench-service.ts";
import { drawChart } from "./chart.ts";
import { createFixtures } from "./fixtures.ts";
import { fire, LEAD_SECONDS, type Measured, measure } from "./measure.ts";
import { type NextCall, type Operation, operations, type Prepared } from "./operations.ts";
import { printResult, writeMarkdown } from "./report.ts";
import {
  beginResults,
  compareRounds,
  type OperationResult,
  resultsPath,
  summarize,
  writeResults,
} from "./results.ts";

const contenders = {
  ours: "server.ts",
  "by hand": "bench/by-hand/server.ts",
  floor: "bench/floor.ts",
};

const WARM_UP_SECONDS = 3;

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    connections: { type: "string", default: "16" },
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "2.5" },
  },
});
const pace = { connections: Number(flags.connections), seconds: Number(flags.seconds) };
const rounds = Number(flags.rounds);
const all: Record<string, Operation> = operations;
const isWhole = positionals.length === 0 && flags.only === "";
const names = positionals.length === 0 ? Object.keys(all) : positionals;
const unknown = names.find((name) => !(name in all));
if (unknown) throw new Error(`no operation ${unknown}; there is ${Object.keys(all).join(", ")}`);

const results = beginResults("npm run bench --", { ...pace, rounds });

console.log(results.machine);
console.log(
  `${pace.connections} connections, ${rounds} rounds of ${pace.seconds} s in turn, medians`,
);
console.log("PostgreSQL and the load generator run on the same machine");
console.log(`load average before: ${results.loadAverage.toFixed(1)}\n`);

await onStage(async (stage) => {
  const started = await startContenders(stage);
  for (const [name, operation] of Object.entries(all).filter(([name]) => names.includes(name))) {
    const measured = await compare(stage, operation, started);
    const putOff = await sealTrail(stage, started);
    const result = { ...describeResult(name, operation, measured), ...putOff };
    printResult(result);
    results.operations.push(result);
  }
});

// A run of some operations is a quick check, not a result.
if (isWhole) {
  await writeResults(results);
  const chartPath = join(import.meta.dirname, "results.svg");
  await writeFile(chartPath, drawChart(results));
  console.log(`${writeMarkdown(results)}\n\nwrote ${resultsPath} and ${chartPath}`);
}

type Contender = Prepared & { name: string };

/** All of them, each paused until its turn. */
async function startContenders(stage: BenchStage): Promise<Contender[]> {
  const started: Contender[] = [];
  for (const [name, script] of Object.entries(contenders)) {
    if (flags.only !== "" && flags.only !== name) continue;
    const service = await stage.start(script);
    started.push({ name, service, fixtures: await createFixtures(service) });
    service.pause();
  }
  return started;
}

async function compare(
  stage: BenchStage,
  operation: Operation,
  started: Contender[],
): Promise<Map<string, Measured[]>> {
  const measured = new Map<string, Measured[]>(started.map(({ name }) => [name, []]));
  for (const contender of started) {
    await onTurn(contender, operation, WARM_UP_SECONDS, async (next) => {
      await fire(contender.service, next, { ...pace, seconds: WARM_UP_SECONDS });
    });
  }
  await countRows(stage);
  for (let round = 0; round < rounds; round++) {
    // Rotated, so that none is always the first after the pause.
    const order = started.map((_, index) => started[(index + round) % started.length]);
    for (const contender of order.filter((one) => one !== undefined)) {
      await onTurn(contender, operation, LEAD_SECONDS + pace.seconds, async (next) => {
        const result = await measure(contender.service, next, pace);
        measured.get(contender.name)?.push(result);
      });
    }
  }
  return measured;
}

function describeResult(
  operation: string,
  { title }: Operation,
  measured: Map<string, Measured[]>,
): OperationResult {
  const rows = [...measured].map(([name, each]) => summarize(name, each));
  const [ours, byHand] = [measured.get("ours"), measured.get("by hand")];
  const result = { operation, title, rows };
  return ours && byHand ? { ...result, againstByHand: compareRounds(ours, byHand) } : result;
}

/** The backlog of our service is finished, and its cost known, before the next operation is measured. */
async function sealTrail(
  stage: BenchStage,
  started: Contender[],
): Promise<Pick<OperationResult, "sealed"> | undefined> {
  const ours = started.find(({ name }) => name === "ours");
  if (!ours) return undefined;
  ours.service.resume();
  const sealed = await awaitSealing(ours.service, stage);
  ours.service.pause();
  return sealed && { sealed };
}

async function onTurn(
  { service, fixtures, name }: Contender,
  { prepare, floorPath }: Operation,
  seconds: number,
  work: (next: NextCall) => Promise<void>,
): Promise<void> {
  service.resume();
  const next = await prepare({ service, fixtures }, seconds);
  await work(name === "floor" && floorPath ? redirect(next, floorPath) : next);
  service.pause();
}

function redirect(next: NextCall, path: string): NextCall {
  return () => {
    const call = next();
    return call && { ...call, path };
  };
}

/**
 * So that every statement is planned for the current tables, as in an installation that has run for a day.
 */
async function countRows({ ownerUrl }: BenchStage): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query("VACUUM ANALYZE");
  await client.end();
}
