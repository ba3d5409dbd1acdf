import { Skeleton } from "#components/ui/states.tsx";

/** A visit that is on its way: its heading and its parts, in the places that they will have. */
export function VisitSkeleton() {
  return (
    <div role="status">
      <h1 className="sr-only">The demo</h1>
      <span className="sr-only">Opening the demo</span>
      <div aria-hidden="true">
        <div className="pt-1 pb-16 lg:pb-4 lg:tall:pb-6">
          <div className="flex h-9 items-center sm:h-10">
            <Skeleton className="h-8 w-56" />
          </div>
          <div className="mt-2 flex h-12 flex-col gap-2 pt-1">
            <Skeleton className="h-4 w-full max-w-md" />
          </div>
        </div>
        <div className="grid items-start gap-x-10 lg:grid-cols-[22rem_minmax(0,1fr)] xl:grid-cols-[21rem_minmax(0,1fr)_22rem]">
          <Part height="h-73" />
          <div className="hidden lg:block">
            <Part height="h-42" />
          </div>
          <div className="hidden xl:block">
            <Part height="h-148" />
          </div>
        </div>
      </div>
    </div>
  );
}

function Part({ height }: { height: string }) {
  return (
    <div className="border-t-2 border-line pt-3">
      <Skeleton className="h-4 w-24" />
      <Skeleton className={`mt-5 w-full ${height}`} />
    </div>
  );
}
