"use client";

import { Users } from "lucide-react";
import { useCurrentConsole } from "#components/console/current-console.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { EmptyState, ErrorState } from "#components/ui/states.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { failureOf } from "#lib/browser/query-client.ts";
import type { OverviewRange } from "#lib/reports/contract.ts";
import { FiguresSkeleton } from "./figures-skeleton.tsx";
import { IssuerCharts } from "./issuer-charts.tsx";
import { IssuerHeadFigures } from "./issuer-head-figures.tsx";
import { rangeOptions, rangeWords, readOverviewRange } from "./overview-range.ts";
import { useIssuerOverview } from "./use-overview.ts";

export function IssuerOverviewScreen() {
  const { filters, setFilters } = useFilters(["range"]);
  const range = readOverviewRange(filters.range);
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
      <IssuerFigures range={range} />
    </>
  );
}

function IssuerFigures({ range }: { range: OverviewRange }) {
  const query = useIssuerOverview(range);
  const { data: overview, isFetching, isPlaceholderData, refetch } = query;
  const failure = failureOf(query);
  if (failure) {
    return (
      <div className="border border-line bg-slip">
        <ErrorState error={failure} retry={() => void refetch()} retrying={isFetching} />
      </div>
    );
  }
  if (!overview) return <FiguresSkeleton stats={6} last="chart" />;
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

/** Instead of charts that would be empty. */
function FirstCardholder() {
  const { base } = useCurrentConsole();
  return (
    <div className="border border-line bg-slip">
      <EmptyState
        icon={Users}
        title="No cardholders in this environment yet"
        action={
          <>
            <ButtonLink href={`${base}/quickstart`}>Register a cardholder</ButtonLink>
            <ButtonLink look="secondary" href="/wallet?demo">
              Open the demo wallet
            </ButtonLink>
          </>
        }
      >
        Your app generates a key on the device and registers its public key with{" "}
        <code className="font-mono text-xs wrap-anywhere">POST /api/v1/onboarding/register</code>.
        From then on, receipts for that card are sealed to it, and their figures appear here.
      </EmptyState>
    </div>
  );
}
