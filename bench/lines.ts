import { escapeText, style } from "./chart.ts";

const WIDTH = 760;
const LEFT = 60;
const HEIGHT = 110;
const GAP = 50;
const TOP = 56;

type Line = { title: string; points: (readonly [minute: number, value: number])[] };

/** Each line in a field of its own, from zero, over the same minutes. */
export function drawLines(title: string, machine: string, lines: Line[]): string {
  const minutes = Math.max(1, ...lines.flatMap(({ points }) => points.map(([at]) => at)));
  const fields = lines.map((line, index) => drawField(line, TOP + index * (HEIGHT + GAP), minutes));
  const height = TOP + lines.length * (HEIGHT + GAP);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeText(title)}">
  <style>${style}
    .line { fill: none; stroke: #1c5a44; stroke-width: 1.5; } .axis { stroke: #8a8170; }
    @media (prefers-color-scheme: dark) { .line { stroke: #84c9aa; } }
  </style>
  <text x="0" y="16">${escapeText(title)}</text>
  <text x="0" y="34" class="quiet">${escapeText(machine)}</text>
  ${fields.join("\n  ")}
</svg>
`;
}

function drawField({ title, points }: Line, top: number, minutes: number): string {
  const highest = Math.max(1, ...points.map(([, value]) => value));
  const bottom = top + HEIGHT;
  const place = ([at, value]: readonly [number, number]) =>
    `${(LEFT + (at / minutes) * (WIDTH - LEFT)).toFixed(1)},${(bottom - (value / highest) * (HEIGHT - 20)).toFixed(1)}`;
  return [
    `<text x="${LEFT}" y="${top + 10}">${escapeText(title)}</text>`,
    `<text x="0" y="${top + 24}" class="quiet">${formatValue(highest)}</text>`,
    `<text x="0" y="${bottom}" class="quiet">0</text>`,
    `<line class="axis" x1="${LEFT}" y1="${bottom}" x2="${WIDTH}" y2="${bottom}"/>`,
    `<polyline class="line" points="${points.map(place).join(" ")}"/>`,
  ].join("\n  ");
}

function formatValue(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString("en-US");
}
