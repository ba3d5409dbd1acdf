import type { Measured } from "./measure.ts";

export type OperationResult = { title: string; measured: Map<string, Measured[]> };

/** The medians of the rounds, and how far apart the rounds were. */
export type Summary = Measured & { lowest: number; highest: number };

export function printResult({ title, measured }: OperationResult): void {
  console.log(
    `${title.padEnd(18)}requests/s   lowest–highest   p50 ms   p99 ms   CPU ms/request   memory MiB`,
  );
  for (const [name, rounds] of measured) console.log(formatRow(name, summarize(rounds)));
  console.log("");
}

export function summarize(rounds: readonly Measured[]): Summary {
  const rates = rounds.map(({ requestsPerSecond }) => requestsPerSecond);
  const summary = {
    requestsPerSecond: median(rates),
    lowest: Math.min(...rates),
    highest: Math.max(...rates),
    p50Ms: median(rounds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
  };
  const cpu = rounds.flatMap(({ cpuMsPerRequest = [] }) => cpuMsPerRequest);
  const memory = rounds.flatMap(({ memoryMiB = [] }) => memoryMiB);
  if (cpu.length === 0) return summary;
  return { ...summary, cpuMsPerRequest: median(cpu), memoryMiB: median(memory) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [
    sorted.at(Math.ceil(sorted.length / 2) - 1),
    sorted[middle],
  ];
  return (low + high) / 2;
}

function formatRow(name: string, summary: Summary): string {
  const { requestsPerSecond, lowest, highest, p50Ms, p99Ms, cpuMsPerRequest, memoryMiB } = summary;
  const columns = [
    `  ${name}`.padEnd(16),
    whole(requestsPerSecond).padStart(12),
    `${whole(lowest)}–${whole(highest)}`.padStart(17),
    p50Ms.toFixed(1).padStart(9),
    p99Ms.toFixed(1).padStart(9),
    (cpuMsPerRequest?.toFixed(2) ?? "-").padStart(17),
    (memoryMiB?.toFixed(0) ?? "-").padStart(13),
  ];
  return columns.join("");
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
