import type { Figures } from "./victim.ts";

export type Comparison = {
  kind: string;
  /** Right before. */
  idle: Figures;
  beside: Figures;
  /** What the hostile caller was answered. */
  statuses: Record<string, number>;
};

/** Another tenant's payments may take this many times as long as on an idle service. */
const MAX_RATIO = 8;

export function isIsolated({ idle, beside }: Comparison): boolean {
  return ratioOf({ idle, beside }) <= MAX_RATIO && beside.failed === 0;
}

function ratioOf({ idle, beside }: Pick<Comparison, "idle" | "beside">): number {
  return beside.p50Ms / idle.p50Ms;
}

/** In Markdown. */
export const tableHead = [
  "| Beside | p50 idle | p50 | p99 idle | p99 | p50, times idle | 5xx | Its own answers |",
  "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
].join("\n");

export function formatRow(comparison: Comparison): string {
  const { kind, idle, beside, statuses } = comparison;
  const ratio = ratioOf(comparison).toFixed(1);
  const cells = [
    kind,
    ...[idle.p50Ms, beside.p50Ms, idle.p99Ms, beside.p99Ms].map((ms) => `${ms.toFixed(1)} ms`),
    isIsolated(comparison) ? ratio : `**${ratio}**`,
    beside.failed === 0 ? "0" : `**${beside.failed}**`,
    Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(", "),
  ];
  return `| ${cells.join(" | ")} |`;
}
