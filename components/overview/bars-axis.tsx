import type { ReactNode } from "react";

type BarsAxisProps = {
  /** From the bottom up. */
  ticks: readonly number[];
  formatTick: (value: number) => string;
  /** When each bar begins; as many are told as fit on a phone. */
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
