import type { ReactNode } from "react";

type StatProps = {
  label: string;
  value: ReactNode;
  /** Below the value: a comparison with the previous period, or the total. */
  note?: ReactNode;
};

/** One figure with its name; several of them form a `StatRow`. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <div className="row-span-2 grid min-w-0 grid-rows-subgrid gap-y-1 px-4 py-4 md:px-5">
      <dt className="self-end text-sm text-muted">{label}</dt>
      <dd>
        <span className="text-2xl/8 font-medium max-sm:text-xl/8 tracking-[-0.02em] tabular-nums">
          {value}
        </span>
        {note ? <span className="mt-0.5 block text-xs text-muted">{note}</span> : null}
      </dd>
    </div>
  );
}

/** The figures of a row are on one line, also where a name takes two. */
export function StatRow({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 border border-line bg-slip *:border-dashed *:border-line max-lg:*:nth-[n+3]:border-t max-lg:*:odd:border-r lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-none lg:grid-rows-[auto_auto] lg:*:not-last:border-r">
      {children}
    </dl>
  );
}
