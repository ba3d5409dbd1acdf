import type { Series } from "./bars-over-time.tsx";

type BarsTooltipProps = {
  title: string;
  series: readonly Series[];
  values: readonly number[];
  format: (value: number) => string;
  /** Left of its bar, for want of room at its right. */
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
