"use client";

import { ChartNoAxesColumn } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Overview } from "#lib/contract/console-overview.ts";
import { BarsOverTime } from "./bars-over-time.tsx";
import { volumeOf } from "./choose-currency.ts";
import { CurrencyChoice } from "./currency-choice.tsx";
import { formatCount, formatTick, formatVolume } from "./format-figures.ts";
import { rangeWords } from "./overview-range.ts";

type OverviewChartsProps = {
  overview: Overview;
  currency: string | undefined;
  onCurrency: (currency: string) => void;
};

export function OverviewCharts({ overview, currency, onCurrency }: OverviewChartsProps) {
  const { totals, buckets, range } = overview;
  const { now, elsewhere } = rangeWords[range];
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Panel
        title="Volume"
        description="What was approved, refunds not deducted."
        actions={<CurrencyChoice totals={totals} currency={currency} onChange={onCurrency} />}
      >
        <Place isEmpty={currency === undefined} now={now} what="volume" elsewhere={elsewhere}>
          <BarsOverTime
            label={`Volume of the ${now}`}
            overview={overview}
            series={[{ name: "Volume", color: "text-pine" }]}
            rows={buckets.map(({ at, volume }) => ({ at, values: [volumeOf(volume, currency)] }))}
            format={(amount) => (currency ? formatVolume(amount, currency) : formatCount(amount))}
            formatTick={(amount) => (currency ? formatTick(amount, currency) : formatCount(amount))}
          />
        </Place>
      </Panel>
      <Panel title="Payments" description="By what became of them.">
        <Place isEmpty={totals.payments === 0} now={now} what="payments" elsewhere={elsewhere}>
          <BarsOverTime
            label={`Payments of the ${now}`}
            overview={overview}
            series={[
              { name: "Approved", color: "text-pine" },
              { name: "Declined", color: "text-alarm" },
              { name: "Undecided", color: "text-edge" },
            ]}
            rows={buckets.map(({ at, payments, approved, declined }) => ({
              at,
              values: [approved, declined, payments - approved - declined],
            }))}
            format={formatCount}
            formatTick={formatCount}
          />
        </Place>
      </Panel>
    </div>
  );
}

type PlaceProps = {
  isEmpty: boolean;
  now: string;
  what: string;
  elsewhere: string;
  children: ReactNode;
};

/** As high with a chart as without one. */
function Place({ isEmpty, now, what, elsewhere, children }: PlaceProps) {
  return (
    <div className="h-60">
      {isEmpty ? (
        <EmptyState icon={ChartNoAxesColumn} title={`No ${what} in the ${now}`}>
          {elsewhere}
        </EmptyState>
      ) : (
        children
      )}
    </div>
  );
}
