import type { Series } from "./bars-over-time.tsx";

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
