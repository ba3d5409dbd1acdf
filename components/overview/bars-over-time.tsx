"use client";

import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import type { Overview } from "#lib/contract/console-overview.ts";
import { BarsLegend } from "./bars-legend.tsx";
import { BarsTable } from "./bars-table.tsx";
import { BarsTooltip } from "./bars-tooltip.tsx";
import { bucketFormats } from "./bucket-label.ts";

export type Series = { name: string; color: string };

/** The values of a bucket, one for each series. */
export type BarsRow = { at: string; values: readonly number[] };

type BarsOverTimeProps = {
  label: string;
  overview: Pick<Overview, "bucketSeconds" | "range">;
  /** From the bottom up. */
  series: readonly Series[];
  rows: readonly BarsRow[];
  format: (value: number) => string;
  formatTick: (value: number) => string;
};

/** Bars over time, stacked; the same as a table for those who do not see them. */
export function BarsOverTime(props: BarsOverTimeProps) {
  const { label, overview, series, rows, format, formatTick } = props;
  const { short, long } = bucketFormats(overview);
  const nameOf = (at: string) => long.format(new Date(at));
  return (
    <figure aria-label={label} className="flex h-full flex-col">
      <div aria-hidden="true" className="min-h-0 grow">
        <BarChart
          responsive
          data={[...rows]}
          accessibilityLayer={false}
          margin={{ top: 6, right: 0, bottom: 0, left: 0 }}
          barCategoryGap="18%"
          style={{ width: "100%", height: "100%" }}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" strokeDasharray="2 4" />
          <XAxis
            dataKey="at"
            tickFormatter={(at: string) => short.format(new Date(at))}
            tick={tick}
            tickLine={false}
            axisLine={{ stroke: "var(--color-edge)" }}
            minTickGap={28}
          />
          <YAxis
            width="auto"
            tickFormatter={formatTick}
            tick={tick}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            tickCount={4}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--color-ink)", fillOpacity: 0.06 }}
            content={<BarsTooltip series={series} nameOf={nameOf} format={format} />}
          />
          {series.map(({ name, color }, index) => (
            <Bar
              key={name}
              name={name}
              dataKey={(row: BarsRow) => row.values[index] ?? 0}
              stackId="all"
              fill={color}
              maxBarSize={28}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </div>
      {series.length > 1 ? <BarsLegend series={series} /> : null}
      <BarsTable label={label} series={series} rows={rows} nameOf={nameOf} format={format} />
    </figure>
  );
}

const tick = { fill: "var(--color-muted)", fontSize: 11 };
