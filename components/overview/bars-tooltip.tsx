import type { TooltipContentProps } from "recharts";
import type { BarsRow, Series } from "./bars-over-time.tsx";

type BarsTooltipProps = Partial<Pick<TooltipContentProps, "active" | "payload">> & {
  series: readonly Series[];
  nameOf: (at: string) => string;
  format: (value: number) => string;
};

/** `active` and `payload` are put in by the chart. */
export function BarsTooltip({ active, payload, series, nameOf, format }: BarsTooltipProps) {
  const row: BarsRow | undefined = payload?.[0]?.payload;
  if (!active || row === undefined) return null;
  return (
    <div className="border border-line bg-slip px-3 py-2 text-xs shadow-lg">
      <p className="text-muted">{nameOf(row.at)}</p>
      <ul className="mt-1 space-y-0.5">
        {series.map(({ name, color }, index) => (
          <li key={name} className="flex items-center gap-2">
            <span aria-hidden="true" className="size-2" style={{ backgroundColor: color }} />
            <span className="grow">{name}</span>
            <span className="pl-3 font-medium tabular-nums">{format(row.values[index] ?? 0)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
