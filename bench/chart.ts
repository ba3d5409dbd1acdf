import { formatWhole } from "./report.ts";
import type { OperationResult, Results } from "./results.ts";

const WIDTH = 760;
const LABEL_WIDTH = 150;
/** Room for a figure behind the longest bar. */
const VALUE_WIDTH = 70;
const BAR = 13;
const GAP = 16;
const TOP = 64;

// In the colors of the pages, for a light and a dark one, whose background shows through.
export const style = `
    text { font: 13px system-ui, sans-serif; fill: #23201a; }
    .quiet { fill: #635c50; font-size: 12px; }
    .bar-0 { fill: #1c5a44; } .bar-1 { fill: #8a8170; } .bar-2 { fill: #d6cfc0; }
    @media (prefers-color-scheme: dark) {
      text { fill: #ece7db; } .quiet { fill: #a89f8f; }
      .bar-0 { fill: #84c9aa; } .bar-1 { fill: #837a6a; } .bar-2 { fill: #4b453a; }
    }`;

/** Requests per second of every operation as bars. */
export function drawChart(results: Results): string {
  const { operations, machine, connections } = results;
  const rates = operations.flatMap(({ rows }) => rows.map((row) => row.requestsPerSecond));
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / Math.max(...rates);
  const names = operations[0]?.rows.map(({ name }) => name) ?? [];
  let top = TOP;
  const groups = operations.map((operation) => {
    const group = drawGroup(operation, top, scale);
    top += operation.rows.length * (BAR + 2) + GAP;
    return group;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" role="img" aria-label="Requests per second of each operation">
  <style>${style}
  </style>
  <text x="0" y="16">Requests per second, ${connections} connections; more is better</text>
  <text x="0" y="34" class="quiet">${escapeText(machine)}</text>
  ${names.map(drawLegend).join("\n  ")}
  ${groups.join("\n  ")}
</svg>
`;
}

function drawLegend(name: string, index: number): string {
  const x = LABEL_WIDTH + index * 90;
  return (
    `<rect class="bar-${index}" x="${x}" y="44" width="10" height="10" rx="2"/>` +
    `<text x="${x + 15}" y="53" class="quiet">${escapeText(name)}</text>`
  );
}

function drawGroup({ title, rows }: OperationResult, top: number, scale: number): string {
  const bars = rows.map(({ requestsPerSecond }, index) => {
    const y = top + index * (BAR + 2);
    const width = Math.max(1, Math.round(requestsPerSecond * scale));
    return (
      `<rect class="bar-${index}" x="${LABEL_WIDTH}" y="${y}" width="${width}" height="${BAR}" rx="2"/>` +
      `<text x="${LABEL_WIDTH + width + 6}" y="${y + 11}" class="quiet">${formatWhole(requestsPerSecond)}</text>`
    );
  });
  return `<text x="0" y="${top + 11}">${escapeText(title)}</text>${bars.join("")}`;
}

export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
