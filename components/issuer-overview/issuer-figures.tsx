"use client";

import { FiguresSkeleton } from "#components/overview/figures-skeleton.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import type { OverviewRange } from "#lib/contract/console-overview.ts";
import { FirstCardholder } from "./first-cardholder.tsx";
import { IssuerCharts } from "./issuer-charts.tsx";
import { IssuerHeadFigures } from "./issuer-head-figures.tsx";
import { useIssuerOverview } from "./use-issuer-overview.ts";

export function IssuerFigures({ range }: { range: OverviewRange }) {
  const {
    data: overview,
    error,
    isPending,
    isPlaceholderData,
    ...query
  } = useIssuerOverview(range);
  if (error) {
    return (
      <div className="border border-line bg-slip">
        <ErrorState error={error} retry={() => void query.refetch()} retrying={query.isFetching} />
      </div>
    );
  }
  if (isPending) return <FiguresSkeleton />;
  return (
    <div
      aria-busy={isPlaceholderData || undefined}
      className={`space-y-6 ${isPlaceholderData ? "opacity-60" : ""}`}
    >
      <IssuerHeadFigures overview={overview} />
      {overview.cardholders === 0 && overview.totals.grantsUsed === 0 ? (
        <FirstCardholder />
      ) : (
        <IssuerCharts overview={overview} />
      )}
    </div>
  );
}
