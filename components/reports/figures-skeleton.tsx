import { StatRow } from "#components/ui/stat.tsx";
import { Skeleton } from "#components/ui/states.tsx";

/** As tall as the final content, so that nothing below it jumps; `stats` are the figures at the top. */
export function FiguresSkeleton({ stats }: { stats: number }) {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">Loading the figures</span>
      <div aria-hidden="true">
        <StatRow>
          {places.slice(0, stats).map((place) => (
            <div key={place} className="h-26 space-y-2.5 px-4 py-4 md:px-5 lg:h-28.5">
              <Skeleton className="block h-3.5 w-20" />
              <Skeleton className="block h-6 w-24" />
            </div>
          ))}
        </StatRow>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <SheetSkeleton className="h-83" />
        <SheetSkeleton className="h-83" />
      </div>
      <SheetSkeleton className="h-46" />
    </div>
  );
}

const places = ["first", "second", "third", "fourth", "fifth", "sixth"];

/** A panel whose title and content are to come. */
function SheetSkeleton({ className }: { className: string }) {
  return (
    <div className={`border border-line bg-slip ${className}`}>
      <div className="flex h-18 items-center border-b border-dashed border-line px-4 md:px-5">
        <Skeleton className="h-4 w-32" />
      </div>
    </div>
  );
}
