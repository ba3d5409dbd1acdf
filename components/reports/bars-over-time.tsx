"use client";

import { useState } from "react";
import { useTimeSettings } from "#components/ui/time-settings.ts";
import { Bar, BarsAxis, BarsLegend, type BarsRow, BarsTooltip, type Series } from "./bars.tsx";
import { bucketFormats, chooseTicks } from "./bars-scale.ts";
import type { MerchantReport } from "./use-overview.ts";

type BarsOverTimeProps = {
  label: string;
  overview: Pick<MerchantReport, "bucketSeconds" | "range">;
  /** From the bottom up. */
  series: readonly Series[];
  rows: readonly BarsRow[];
  format: (value: number) => string;
  formatTick: (value: number) => string;
};

/**
 * Bars over time, stacked. The mouse and the arrow keys show the figures of a bar, which is a step of a
 * slider for the keys. Screen readers get the same figures as a table.
 */
export function BarsOverTime(props: BarsOverTimeProps) {
  const { label, overview, series, rows, format, formatTick } = props;
  const [shown, setShown] = useState<number>();
  const { short, long } = bucketFormats(overview, useTimeSettings());
  const nameOf = (at: string) => long.format(new Date(at));
  const ticks = chooseTicks(Math.max(...rows.map(({ values }) => sum(values))));
  const last = rows.length - 1;
  const chosen = rows[shown ?? last];
  return (
    <figure aria-label={label} className="flex h-full flex-col">
      <BarsAxis
        ticks={ticks}
        formatTick={formatTick}
        times={rows.map(({ at }) => at)}
        formatTime={(at) => short.format(new Date(at))}
      >
        <input
          type="range"
          aria-label="Time"
          aria-valuetext={chosen && inWords(chosen)}
          max={last}
          value={shown ?? last}
          onChange={({ target }) => setShown(target.valueAsNumber)}
          onFocus={({ target }) => setShown(target.valueAsNumber)}
          onBlur={() => setShown(undefined)}
          className="peer pointer-events-none absolute inset-0 opacity-0"
        />
        <div
          aria-hidden="true"
          onPointerLeave={() => setShown(undefined)}
          className="absolute inset-0 flex outline-offset-3 outline-pine peer-focus-visible:outline-2"
        >
          {rows.map((row, index) => (
            <Bar
              key={row.at}
              series={series}
              values={row.values}
              top={ticks.at(-1) ?? 0}
              marked={index === shown}
              onPointerEnter={() => setShown(index)}
            >
              {index === shown ? (
                <BarsTooltip
                  title={nameOf(row.at)}
                  series={series}
                  values={row.values}
                  format={format}
                  before={index > last / 2}
                />
              ) : null}
            </Bar>
          ))}
        </div>
      </BarsAxis>
      <BarsLegend series={series} />
      <BarsTable label={label} series={series} rows={rows} nameOf={nameOf} format={format} />
    </figure>
  );

  function inWords({ at, values }: BarsRow): string {
    const figures = series.map(({ name }, index) => `${name} ${format(values[index] ?? 0)}`);
    return `${nameOf(at)}: ${figures.join(", ")}`;
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

type BarsTableProps = {
  label: string;
  series: readonly Series[];
  rows: readonly BarsRow[];
  nameOf: (at: string) => string;
  format: (value: number) => string;
};

/** For screen readers: empty buckets are left out. */
function BarsTable({ label, series, rows, nameOf, format }: BarsTableProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ values }) => values.some((value) => value > 0))
            .map(({ at, values }) => (
              <tr key={at}>
                <th scope="row">{nameOf(at)}</th>
                {series.map(({ name }, index) => (
                  <td key={name}>{format(values[index] ?? 0)}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
