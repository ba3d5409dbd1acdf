import { formatWhole } from "./report.ts";
import type { CallCost } from "./scale-calls.ts";
import type { PageCost } from "./scale-pages.ts";
import type { Size } from "./scale-sizes.ts";
import type { StepCost } from "./scale-steps.ts";

export type ScaleResult = {
  payments: number;
  calls: CallCost[];
  pages: PageCost[];
  steps: StepCost[];
  sizes: Size[];
};

/** As tables for a document. */
export function printScale({ payments, calls, pages, steps, sizes }: ScaleResult): void {
  console.log(`\n${formatWhole(payments)} payments\n`);
  print(
    ["call", "requests/s", "p50 ms", "p99 ms", "CPU ms/request", "of PostgreSQL"],
    calls.map(({ name, requestsPerSecond, p50Ms, p99Ms, ...usage }) => [
      name,
      formatWhole(requestsPerSecond),
      p50Ms.toFixed(1),
      p99Ms.toFixed(1),
      usage.cpuMsPerRequest?.toFixed(2) ?? "-",
      usage.databaseCpuMsPerRequest?.toFixed(2) ?? "-",
    ]),
  );
  print(
    ["page", "median ms", "highest ms", "status"],
    pages.map(({ name, medianMs, highestMs, status }) => [
      name,
      medianMs.toFixed(0),
      highestMs.toFixed(0),
      String(status),
    ]),
  );
  print(
    ["beside", "seconds", "create, p50 ms", "create, highest ms"],
    steps.map(({ name, seconds, createP50Ms, createHighestMs }) => [
      name,
      seconds.toFixed(1),
      createP50Ms.toFixed(1),
      createHighestMs.toFixed(0),
    ]),
  );
  print(
    ["table or index", "bytes/payment"],
    sizes.map(({ name, bytesPerPayment }) => [name, bytesPerPayment.toFixed(0)]),
  );
}

function print(heads: string[], rows: string[][]): void {
  const rule = heads.map((_, index) => (index === 0 ? "---" : "---:"));
  const lines = [heads, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  console.log(`${lines.join("\n")}\n`);
}
