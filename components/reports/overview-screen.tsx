"use client";

import { PageHeader } from "#components/ui/page-header.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { ErrorState } from "#components/ui/states.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { failureOf } from "#lib/browser/query-client.ts";
import { chooseCurrency } from "./choose-currency.ts";
import { FiguresSkeleton } from "./figures-skeleton.tsx";
import { HeadFigures } from "./head-figures.tsx";
import { LatestPayments, useLatestPayments } from "./latest-payments.tsx";
import { OverviewCharts } from "./overview-charts.tsx";
import { rangeOptions, rangeWords, readOverviewRange } from "./overview-range.ts";
import { ReceiptsPanel } from "./receipts-panel.tsx";
import { countOpen, SetupChecklist, useSetupSteps } from "./setup-checklist.tsx";
import { useOverview } from "./use-overview.ts";

export function OverviewScreen() {
  const { filters, setFilters } = useFilters(["range", "currency"]);
  const range = readOverviewRange(filters.range);
  const figures = useOverview(range);
  // Until it is known whether the checklist appears, the figures wait: it would push them down.
  const setup = useSetupSteps();
  const latest = useLatestPayments();
  const failed = [setup, figures, latest].filter((query) => failureOf(query));
  const checklist = failed.includes(setup) ? null : <SetupChecklist query={setup} />;
  const isNearlyDone = setup.data !== undefined && countOpen(setup.data) < 2;
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
      <FailedParts queries={failed} />
      {setup.isFetched ? (
        <>
          {isNearlyDone ? null : checklist}
          {failed.includes(figures) ? null : (
            <OverviewFigures
              figures={figures}
              askedCurrency={filters.currency}
              onCurrency={(currency) => setFilters({ currency })}
            />
          )}
        </>
      ) : (
        <FiguresSkeleton stats={4} last="panel" />
      )}
      {failed.includes(latest) ? null : <LatestPayments query={latest} />}
      {isNearlyDone ? checklist : null}
    </>
  );
}

type Fetched = { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> };

/** One message for all parts of the page that could not be loaded: they mostly fail together. */
function FailedParts({ queries }: { queries: readonly Fetched[] }) {
  const [first] = queries;
  if (!first) return null;
  return (
    <div className="border border-line bg-slip">
      <ErrorState
        error={first.error}
        retry={() => queries.forEach((query) => void query.refetch())}
        retrying={queries.some(({ isFetching }) => isFetching)}
      />
    </div>
  );
}

type OverviewFiguresProps = {
  figures: ReturnType<typeof useOverview>;
  askedCurrency: string;
  onCurrency: (currency: string) => void;
};

function OverviewFigures({ figures, askedCurrency, onCurrency }: OverviewFiguresProps) {
  const { data: overview, isPlaceholderData } = figures;
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
