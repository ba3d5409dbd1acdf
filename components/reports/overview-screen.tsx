"use client";

import { PageHeader } from "#components/ui/page-header.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { ErrorState } from "#components/ui/states.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { failureOf } from "#lib/browser/query-client.ts";
import { chooseCurrency } from "./choose-currency.ts";
import { FiguresSkeleton } from "./figures-skeleton.tsx";
import { HeadFigures } from "./head-figures.tsx";
import { LatestPayments } from "./latest-payments.tsx";
import { OverviewCharts } from "./overview-charts.tsx";
import { rangeOptions, rangeWords, readOverviewRange } from "./overview-range.ts";
import { ReceiptsPanel } from "./receipts-panel.tsx";
import { SetupChecklist, useSetupSteps } from "./setup-checklist.tsx";
import { useOverview } from "./use-overview.ts";

export function OverviewScreen() {
  const { filters, setFilters } = useFilters(["range", "currency"]);
  const range = readOverviewRange(filters.range);
  const figures = useOverview(range);
  // Until it is known whether the checklist appears, the figures wait: it would push them down.
  const setup = useSetupSteps();
  return (
    <>
      <PageHeader
        title="Overview"
        description={`The ${rangeWords[range].now}, compared with the ${rangeWords[range].before}.`}
        actions={
          <SegmentedControl
            label="Range"
            options={rangeOptions}
            value={range}
            onChange={(next) => setFilters({ range: next })}
          />
        }
      />
      {setup.isFetched ? (
        <>
          <SetupChecklist query={setup} />
          <OverviewFigures
            figures={figures}
            askedCurrency={filters.currency}
            onCurrency={(currency) => setFilters({ currency })}
          />
        </>
      ) : (
        <FiguresSkeleton stats={4} last="panel" />
      )}
      <LatestPayments />
    </>
  );
}

type OverviewFiguresProps = {
  figures: ReturnType<typeof useOverview>;
  askedCurrency: string;
  onCurrency: (currency: string) => void;
};

function OverviewFigures({ figures, askedCurrency, onCurrency }: OverviewFiguresProps) {
  const { data: overview, isFetching, isPlaceholderData, refetch } = figures;
  const failure = failureOf(figures);
  if (failure) {
    return (
      <div className="border border-line bg-slip">
        <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />
      </div>
    );
  }
  if (!overview) return <FiguresSkeleton stats={4} last="panel" />;
  const currency = chooseCurrency(overview.totals.volume, askedCurrency);
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
