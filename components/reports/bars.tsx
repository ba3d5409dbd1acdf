"use client";

import type { ReactNode } from "react";

/** `color` is the class of a text color. */
export type Series = { name: string; color: string };

/** The values of a bucket, one for each series. */
export type BarsRow = { at: string; values: readonly number[] };

type BarsAxisProps = {
  /** From the bottom up. */
  ticks: readonly number[];
  formatTick: (value: number) => string;
  /** When each bar begins; as many labels as fit on a phone. */
  times: readonly string[];
  formatTime: (at: string) => string;
  children: ReactNode;
};

const LABELS = 6;

/** Lines for the ticks behind the chart, and the words beside and below it. */
export function BarsAxis({ ticks, formatTick, times, formatTime, children }: BarsAxisProps) {
  const every = Math.ceil(times.length / LABELS);
  return (
    <div className="grid min-h-0 grow grid-cols-[auto_1fr] grid-rows-[1fr_auto] gap-x-2 pt-1.5 text-2xs text-muted">
      <div aria-hidden="true" className="flex flex-col-reverse justify-between">
        {ticks.map((tick) => (
          <span key={tick} className="flex h-0 items-center justify-end">
            {formatTick(tick)}
          </span>
        ))}
      </div>
      <div className="relative">
        <div aria-hidden="true" className="absolute inset-0 flex flex-col-reverse justify-between">
          {ticks.map((tick) => (
            <div
              key={tick}
              className="border-t border-dashed border-line first:border-solid first:border-edge"
            />
          ))}
        </div>
        {children}
      </div>
      <div aria-hidden="true" className="col-start-2 mt-1.5 flex whitespace-nowrap">
        {times.map((time, index) => (
          <span key={time} className="flex w-0 flex-1 justify-center">
            {index % every === 0 ? formatTime(time) : null}
          </span>
        ))}
      </div>
    </div>
  );
}

type BarProps = {
  series: readonly Series[];
  values: readonly number[];
  /** The value of the full height. */
  top: number;
  marked: boolean;
  onPointerEnter: () => void;
  children: ReactNode;
};

/** A column of the chart, as wide as its share of the time, with stacked values. */
export function Bar({ series, values, top, marked, onPointerEnter, children }: BarProps) {
  let height = 0;
  const parts = series.map(({ name, color }, index) => {
    const value = values[index] ?? 0;
    height += value;
    return { name, color, value, height };
  });
  return (
    <div
      onPointerEnter={onPointerEnter}
      className={`relative flex min-w-0 flex-1 justify-center ${marked ? "bg-ink/6" : ""}`}
    >
      <svg aria-hidden="true" className="h-full w-[82%] max-w-7">
        {parts
          .filter(({ value }) => value > 0)
          .map(({ name, color, value, height }) => (
            <rect
              key={name}
              y={`${100 - (height / top) * 100}%`}
              width="100%"
              height={`${(value / top) * 100}%`}
              fill="currentColor"
              className={color}
            />
          ))}
      </svg>
      {children}
    </div>
  );
}

type BarsTooltipProps = {
  title: string;
  series: readonly Series[];
  values: readonly number[];
  format: (value: number) => string;
  /** Left of its bar when there is no room on the right. */
  before: boolean;
};

export function BarsTooltip({ title, series, values, format, before }: BarsTooltipProps) {
  return (
    <div
      className={`pointer-events-none absolute top-0 z-10 mx-1 w-max border border-line bg-slip px-3 py-2 text-xs text-ink shadow-lg ${before ? "right-full" : "left-full"}`}
    >
      <p className="text-muted">{title}</p>
      <ul className="mt-1 space-y-0.5">
        {series.map(({ name, color }, index) => (
          <li key={name} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-2 bg-current ${color}`} />
            <span className="grow">{name}</span>
            <span className="pl-3 font-medium tabular-nums">{format(values[index] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Also for one series, so that two charts side by side have their axes on one line. */
export function BarsLegend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
      {series.map(({ name, color }) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2 bg-current ${color}`} />
          {name}
        </li>
      ))}
    </ul>
  );
}
