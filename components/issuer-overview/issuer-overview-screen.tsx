"use client";

import { rangeOptions, rangeWords, readRange } from "#components/overview/overview-range.ts";
import { PageHeader } from "#components/ui/page-header.tsx";
import { SegmentedControl } from "#components/ui/segmented-control.tsx";
import { useFilters } from "#components/ui/use-filters.ts";
import { IssuerFigures } from "./issuer-figures.tsx";

export function IssuerOverviewScreen() {
  const { filters, setFilters } = useFilters(["range"]);
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
      <IssuerFigures range={range} />
    </>
  );
}
