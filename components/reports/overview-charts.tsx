"use client";

import { ChartNoAxesColumn, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { EmptyState } from "#components/ui/states.tsx";
import { BarsOverTime } from "./bars-over-time.tsx";
import { volumeOf } from "./choose-currency.ts";
import { formatCount, formatTick, formatVolume } from "./figures.ts";
import { rangeWords } from "./overview-range.ts";
import type { MerchantReport } from "./use-overview.ts";

type OverviewChartsProps = {
  overview: MerchantReport;
  currency: string | undefined;
  onCurrency: (currency: string) => void;
};

export function OverviewCharts({ overview, currency, onCurrency }: OverviewChartsProps) {
  const { totals, buckets, range } = overview;
  const { now } = rangeWords[range];
  if (totals.payments === 0) return <NoPayments now={now} />;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Panel
        title="Volume"
        description="Approved amounts, without deducting refunds."
        actions={<CurrencyChoice totals={totals} currency={currency} onChange={onCurrency} />}
      >
        <Place isEmpty={currency === undefined} now={now}>
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
      <Panel title="Payments" description="By outcome.">
        <div className="h-60">
          <BarsOverTime
            label={`Payments of the ${now}`}
            overview={overview}
            series={[
              { name: "Approved", color: "text-pine" },
              { name: "Declined", color: "text-alarm" },
              { name: "Open or canceled", color: "text-edge" },
            ]}
            rows={buckets.map(({ at, payments, approved, declined }) => ({
              at,
              values: [approved, declined, payments - approved - declined],
            }))}
            format={formatCount}
            formatTick={formatCount}
          />
        </div>
      </Panel>
    </div>
  );
}

/** Instead of two charts that would be empty. */
function NoPayments({ now }: { now: string }) {
  const { environment } = useEnvironment();
  const isReal = environment === "production";
  return (
    <div className="border border-line bg-slip">
      <EmptyState
        icon={ChartNoAxesColumn}
        title={`No payments in the ${now}`}
        action={
          <>
            {isReal ? null : <ButtonLink href="/terminal">Open the terminal</ButtonLink>}
            <ButtonLink look="secondary" href="/merchant/quickstart">
              Go to the quickstart
            </ButtonLink>
          </>
        }
      >
        {isReal
          ? "Volume and outcomes appear here as your tills and servers take payments."
          : "Ring up a sale in the terminal, or send a call from the quickstart: it appears here at once."}
      </EmptyState>
    </div>
  );
}

type PlaceProps = { isEmpty: boolean; now: string; children: ReactNode };

/** As tall with a chart as without one. */
function Place({ isEmpty, now, children }: PlaceProps) {
  return (
    <div className="h-60">
      {isEmpty ? (
        <EmptyState icon={ChartNoAxesColumn} title={`No volume in the ${now}`}>
          Only approved payments count, and there were none.
        </EmptyState>
      ) : (
        children
      )}
    </div>
  );
}

type CurrencyChoiceProps = {
  totals: MerchantReport["totals"];
  currency: string | undefined;
  onChange: (currency: string) => void;
};

/** Amounts of different currencies are never added up: one currency is shown. */
function CurrencyChoice({ totals, currency, onChange }: CurrencyChoiceProps) {
  if (totals.volume.length < 2) return null;
  return (
    <div className="relative">
      <select
        aria-label="Currency of the volume"
        value={currency}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 cursor-pointer appearance-none border border-edge bg-slip py-1 pr-8 pl-3 text-base hover:border-ink md:min-h-8 md:text-sm"
      >
        {totals.volume.map(({ currency: code }) => (
          <option key={code} value={code} className="bg-slip text-ink">
            {code.toUpperCase()}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
