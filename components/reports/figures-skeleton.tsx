import { Skeleton } from "#components/ui/states.tsx";

/** As tall as the final content, so that nothing below it jumps. */
export function FiguresSkeleton() {
  return (
    <div role="status" className="space-y-6">
      <span className="sr-only">Loading the figures</span>
      <Skeleton className="block h-53 w-full lg:h-29" />
      <div className="grid gap-6 lg:grid-cols-2">
        <Skeleton className="block h-83 w-full" />
        <Skeleton className="block h-83 w-full" />
      </div>
      <Skeleton className="block h-46 w-full" />
    </div>
  );
}
