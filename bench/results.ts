import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import type { Sealed } from "./await-sealing.ts";
import { describeMachine } from "./machine.ts";
import type { Measured } from "./measure.ts";

/** The medians of the rounds, and their spread. */
export type Row = Measured & { name: string; lowest: number; highest: number };

/**
 * Our figure divided by the other's; below 1 means fewer requests, a shorter tail, or less processor time.
 */
export type Ratio = { requestsPerSecond: number; p99Ms: number; cpuMsPerRequest?: number };

export type OperationResult = {
  operation: string;
  title: string;
  rows: Row[];
  /** If both were measured. */
  againstByHand?: Ratio;
  /** Of payments whose receipt was sealed at the till, against those that the service seals. */
  againstService?: Ratio;
  /** By our service, after the last round. */
  sealed?: Sealed;
};

/** A comparison with everything that its figures depend on. */
export type Results = {
  command: string;
  at: string;
  machine: string;
  /** Processes that waited for a processor before it began: the other work of the machine. */
  loadAverage: number;
  connections: number;
  rounds: number;
  seconds: number;
  operations: OperationResult[];
};

/** Before the first measurement: of what the load average says, none is of the benchmark. */
export function beginResults(
  command: string,
  pace: Pick<Results, "connections" | "seconds" | "rounds">,
): Results {
  return {
    command: [command, ...process.argv.slice(2)].join(" "),
    at: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: loadavg()[0] ?? Number.NaN,
    ...pace,
    operations: [],
  };
}

export const resultsPath = join(import.meta.dirname, "results.json");

export async function writeResults(results: Results): Promise<void> {
  await writeFile(resultsPath, formatResults(results));
}

export function formatResults(results: Results): string {
  return `${JSON.stringify(results, roundNumber, 2)}\n`;
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toPrecision(4)) : value;
}

export function summarize(name: string, rounds: readonly Measured[]): Row {
  const rates = rounds.map(({ requestsPerSecond }) => requestsPerSecond);
  const row = {
    name,
    requestsPerSecond: median(rates),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  };
  const usages = rounds.flatMap((round) => (isUsageKnown(round) ? round : []));
  if (usages.length === 0) return row;
  return {
    ...row,
    cpuMsPerRequest: median(usages.map((round) => round.cpuMsPerRequest)),
    memoryMiB: median(usages.map((round) => round.memoryMiB)),
    databaseCpuMsPerRequest: median(usages.map((round) => round.databaseCpuMsPerRequest)),
  };
}

/**
 * The median over the rounds: the two of a round are seconds apart, so that the machine's other work affects
 * both.
 */
export function compareRounds(ours: readonly Measured[], others: readonly Measured[]): Ratio {
  const pairs = ours.flatMap((round, index) => {
    const other = others[index];
    return other ? [[round, other] as const] : [];
  });
  const ratio = {
    requestsPerSecond: median(pairs.map(([a, b]) => a.requestsPerSecond / b.requestsPerSecond)),
    p99Ms: median(pairs.map(([a, b]) => a.p99Ms / b.p99Ms)),
  };
  const cpu = pairs.flatMap(([a, b]) =>
    isUsageKnown(a) && isUsageKnown(b) ? a.cpuMsPerRequest / b.cpuMsPerRequest : [],
  );
  return cpu.length === 0 ? ratio : { ...ratio, cpuMsPerRequest: median(cpu) };
}

function isUsageKnown(round: Measured): round is Required<Measured> {
  return round.cpuMsPerRequest !== undefined;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[Math.floor(middle)],
    sorted[Math.ceil(middle)],
  ];
  return (low + high) / 2;
}
