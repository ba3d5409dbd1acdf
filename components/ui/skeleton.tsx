/** The place of a word or a figure that is on its way. */
export function Skeleton({ className = "h-4 w-24" }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-block bg-ink/10 align-middle motion-safe:animate-pulse ${className}`}
    />
  );
}

type SkeletonRowsProps = {
  /** What is being loaded, in words: "Loading payments". */
  label: string;
  rows?: number;
};

/** Rows of a table or list that is on its way, about as high as what will stand there. */
export function SkeletonRows({ label, rows = 6 }: SkeletonRowsProps) {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">{label}</span>
      {widths.slice(0, rows).map((width) => (
        <div key={width} className="flex h-12 items-center justify-between gap-6 px-5">
          <Skeleton className={`h-3.5 ${width}`} />
          <Skeleton className="h-3.5 w-20" />
        </div>
      ))}
    </div>
  );
}

const widths = ["w-56", "w-40", "w-52", "w-36", "w-60", "w-44", "w-48", "w-32", "w-64", "w-28"];
