import type { Sealed } from "./await-sealing.ts";
import type { OperationResult, Ratio, Results, Row } from "./results.ts";

const columns = [
  ["requests/s", 12],
  ["lowest–highest", 17],
  ["p50 ms", 9],
  ["p99 ms", 9],
  ["CPU ms/request", 17],
  ["of PostgreSQL", 16],
  ["memory MiB", 13],
] as const;

const NAME_WIDTH = 18;

export function printResult(result: OperationResult): void {
  const { title, rows, againstByHand, againstService, sealed } = result;
  const heads = columns.map(([name, width]) => name.padStart(width));
  console.log(`${title.padEnd(NAME_WIDTH)}${heads.join("")}`);
  for (const row of rows) {
    const cells = formatRow(row).map((cell, index) => cell.padStart(columns[index]?.[1] ?? 0));
    console.log(`${`  ${row.name}`.padEnd(NAME_WIDTH)}${cells.join("")}`);
  }
  if (againstByHand) console.log(formatRatio("ours", againstByHand, "by hand"));
  if (againstService) console.log(formatRatio("at the till", againstService, "by the service"));
  if (sealed) console.log(formatSealed(sealed));
  console.log("");
}

function formatRatio(
  name: string,
  { requestsPerSecond, p99Ms, cpuMsPerRequest }: Ratio,
  other: string,
): string {
  const cpu = cpuMsPerRequest === undefined ? "" : `, ${cpuMsPerRequest.toFixed(2)} × the CPU time`;
  const tail = `${p99Ms.toFixed(2)} × the p99`;
  return `  ${name}: ${requestsPerSecond.toFixed(2)} × the requests ${other}, ${tail}${cpu}, round by round`;
}

function formatSealed({ entries, cpuMs }: Sealed): string {
  const cpu = cpuMs === undefined ? "" : `, ${(cpuMs / entries).toFixed(3)} ms of CPU time each`;
  return `  ours: ${formatWhole(entries)} audit entries sealed afterwards${cpu}`;
}

/** The same as a table for a README. */
export function writeMarkdown({ operations }: Results): string {
  const heads = ["", "", ...columns.map(([name]) => name)];
  const rule = ["---", "---", ...columns.map(() => "---:")];
  const rows = operations.flatMap(({ title, rows }) =>
    rows.map((row, index) => [index === 0 ? title : "", row.name, ...formatRow(row)]),
  );
  return [heads, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function formatRow(row: Row): string[] {
  const { requestsPerSecond, lowest, highest, p50Ms, p99Ms } = row;
  return [
    formatWhole(requestsPerSecond),
    `${formatWhole(lowest)}–${formatWhole(highest)}`,
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    row.cpuMsPerRequest?.toFixed(2) ?? "-",
    row.databaseCpuMsPerRequest?.toFixed(2) ?? "-",
    row.memoryMiB?.toFixed(0) ?? "-",
  ];
}

export function formatWhole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
