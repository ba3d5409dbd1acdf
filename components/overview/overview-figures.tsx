"use client";

import { ErrorState } from "#components/ui/error-state.tsx";
import type { OverviewRange } from "#lib/contract/console-overview.ts";
import { chooseCurrency } from "./choose-currency.ts";
import { FiguresSkeleton } from "./figures-skeleton.tsx";
import { HeadFigures } from "./head-figures.tsx";
import { OverviewCharts } from "./overview-charts.tsx";
import { ReceiptsPanel } from "./receipts-panel.tsx";
import { useOverview } from "./use-overview.ts";

type OverviewFiguresProps = {
  range: OverviewRange;
  askedCurrency: string;
  onCurrency: (currency: string) => void;
};

export function OverviewFigures({ range, askedCurrency, onCurrency }: OverviewFiguresProps) {
  const { data: overview, error, isPending, isPlaceholderData, ...query } = useOverview(range);
  if (error) {
    return (
      <div className="border border-line bg-slip">
        <ErrorState error={error} retry={() => void query.refetch()} retrying={query.isFetching} />
      </div>
    );
  }
  if (isPending) return <FiguresSkeleton />;
  const currency = chooseCurrency(overview, askedCurrency);
  return (
    <div
      aria-busy={isPlaceholderData || undefined}
      className={`space-y-6 ${isPlaceholderData ? "opacity-60" : ""}`}
    >
      <HeadFigures overview={overview} currency={currency} />
      <OverviewCharts overview={overview} currency={currency} onCurrency={onCurrency} />
      <ReceiptsPanel totals={overview.totals} />
    </div>
  );
}
