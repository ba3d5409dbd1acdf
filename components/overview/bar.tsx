import type { ReactNode } from "react";
import type { Series } from "./bars-over-time.tsx";

type BarProps = {
  series: readonly Series[];
  values: readonly number[];
  /** What the whole height stands for. */
  top: number;
  marked: boolean;
  onPointerEnter: () => void;
  children: ReactNode;
};

/** A column of the chart, as wide as its share of the time, with the values piled up in it. */
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
