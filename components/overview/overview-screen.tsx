"use client";

import { PageHeader } from "#components/ui/page-header.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { LatestPayments } from "./latest-payments.tsx";
import { OverviewFigures } from "./overview-figures.tsx";
import { rangeOptions, rangeWords, readRange } from "./overview-range.ts";
import { SetupChecklist } from "./setup-checklist.tsx";

export function OverviewScreen() {
  const { filters, setFilters } = useFilters(["range", "currency"]);
  const range = readRange(filters.range);
  return (
    <>
      <PageHeader
        title="Overview"
        description={`The ${rangeWords[range].now}, against the ${rangeWords[range].before}.`}
        actions={
          <SegmentedControl
            label="Range"
            options={rangeOptions}
            value={range}
            onChange={(next) => setFilters({ range: next })}
          />
        }
      />
      <SetupChecklist />
      <OverviewFigures
        range={range}
        askedCurrency={filters.currency}
        onCurrency={(currency) => setFilters({ currency })}
      />
      <LatestPayments />
    </>
  );
}
