import { pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";

export type Read = readonly [name: string, query: { text: string; values: unknown[] }];

export const ROUNDS = 20;

/** Prints the cost of each read, one after another, and the scans of its plan. */
export async function reportReads(reads: readonly Read[]): Promise<void> {
  console.log("median ms   p95 ms  buffers  read");
  for (const [name, query] of reads) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      await pool().query(query);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    const { buffers, plan } = await explainQuery(query);
    const figures = [at(0.5).padStart(9), at(0.95).padStart(8), String(buffers).padStart(8)];
    console.log(`${figures.join(" ")}  ${name}: ${nameScans(plan)}`);
  }
}

/** The lines of a plan that name a scan. */
function nameScans(plan: string): string {
  const lines = plan.split("\n").map((line) => line.trim());
  const how = lines.filter((line) => /Scan|^(->\s+)?Sort {2}|Unique|Join/.test(line));
  return [...new Set(how.map((line) => line.replace(/^->\s+|\s*\(actual.*/g, "")))].join("; ");
}
