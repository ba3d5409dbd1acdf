import { StatRow } from "#components/ui/stat.tsx";
import { Skeleton } from "#components/ui/states.tsx";

type FiguresSkeletonProps = {
  /** How many figures are at the top. */
  stats: number;
  /** The part below the two charts. */
  last: "panel" | "chart";
};

/** As tall as the final content, so that nothing below it jumps. */
export function FiguresSkeleton({ stats, last }: FiguresSkeletonProps) {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">Loading the figures</span>
      <div aria-hidden="true">
        <StatRow>
          {places.slice(0, stats).map((place) => (
            <div key={place} className="flex h-26.5 flex-col gap-2.5 px-4 py-4 md:px-5">
              <Skeleton className="h-3.5 w-20" />
              <Skeleton className="h-6 w-24" />
              <Skeleton className="h-3 w-16" />
            </div>
          ))}
        </StatRow>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <SheetSkeleton height={heights.chart} />
        <SheetSkeleton height={heights.chart} />
      </div>
      <SheetSkeleton height={heights[last]} />
    </div>
  );
}

const places = ["first", "second", "third", "fourth", "fifth", "sixth"];

const heights = { chart: "h-90.25", panel: "h-83 sm:h-49.25" };

/** A panel whose title and content are loading. */
function SheetSkeleton({ height }: { height: string }) {
  return (
    <div className={`border border-line bg-slip ${height}`}>
      <div className="flex h-19.5 items-center border-b border-dashed border-line px-4 md:px-5">
        <Skeleton className="h-4 w-32" />
      </div>
    </div>
  );
}
