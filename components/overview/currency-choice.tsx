import { ChevronDown } from "lucide-react";
import type { OverviewTotals } from "#lib/contract/console-overview.ts";

type CurrencyChoiceProps = {
  totals: OverviewTotals;
  currency: string | undefined;
  onChange: (currency: string) => void;
};

/** Amounts of different currencies are never added up: one of them is shown. */
export function CurrencyChoice({ totals, currency, onChange }: CurrencyChoiceProps) {
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
