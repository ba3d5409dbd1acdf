"use client";

import { ChartNoAxesColumn } from "lucide-react";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import type { Series } from "./bars.tsx";
import { BarsOverTime } from "./bars-over-time.tsx";
import { formatCount } from "./figures.ts";
import { rangeWords } from "./overview-range.ts";
import type { IssuerReport } from "./use-overview.ts";

type Bucket = IssuerReport["buckets"][number];

export function IssuerCharts({ overview }: { overview: IssuerReport }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Panel title="Receipts" description="Sealed to your cardholders, by time of payment.">
        <Chart
          overview={overview}
          what="receipts"
          hint="They arrive as merchants take payments with your cardholders’ cards."
          series={[{ name: "Sealed", color: "text-sealed" }]}
          valuesOf={({ sealed }) => [sealed]}
        />
      </Panel>
      <Panel title="Grants" description="Access with the cardholder’s consent, by outcome.">
        <Chart
          overview={overview}
          what="grants"
          hint="A grant is created when a cardholder agrees to open a receipt in your app."
          series={[
            { name: "Used", color: "text-opened" },
            { name: "Expired unused", color: "text-edge" },
          ]}
          valuesOf={({ grantsUsed, grantsExpired }) => [grantsUsed, grantsExpired]}
        />
      </Panel>
      <div className="lg:col-span-2">
        <Panel
          title="Registrations"
          description="Cardholders whose device registered a key, excluding those erased since."
        >
          <Chart
            overview={overview}
            what="registrations"
            hint="Your app registers the key of a device once for each card."
            series={[{ name: "Registered", color: "text-pine" }]}
            valuesOf={({ registered }) => [registered]}
          />
        </Panel>
      </div>
    </div>
  );
}

type ChartProps = {
  overview: IssuerReport;
  /** The counted objects, in the plural. */
  what: string;
  /** How to get the first one. */
  hint: string;
  series: readonly Series[];
  valuesOf: (bucket: Bucket) => number[];
};

/** As tall with bars as without. */
function Chart({ overview, what, hint, series, valuesOf }: ChartProps) {
  const { now } = rangeWords[overview.range];
  const rows = overview.buckets.map((bucket) => ({ at: bucket.at, values: valuesOf(bucket) }));
  const isEmpty = rows.every(({ values }) => values.every((value) => value === 0));
  return (
    <div className="h-60">
      {isEmpty ? (
        <EmptyState icon={ChartNoAxesColumn} title={`No ${what} in the ${now}`}>
          {hint}
        </EmptyState>
      ) : (
        <BarsOverTime
          label={`${what.charAt(0).toUpperCase()}${what.slice(1)} of the ${now}`}
          overview={overview}
          series={series}
          rows={rows}
          format={formatCount}
          formatTick={formatCount}
        />
      )}
    </div>
  );
}
