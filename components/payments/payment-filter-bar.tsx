"use client";

import { receiptStatusOptions } from "#components/receipts/receipt-status.tsx";
import { DraftField } from "#components/ui/draft-field.tsx";
import { type Filter, FilterChips } from "#components/ui/filter-chips.tsx";
import { periodFilter } from "#components/ui/period-filter.tsx";
import { type Option, SelectField } from "#components/ui/select-field.tsx";
import { currencyCodes } from "#lib/core/money.ts";
import { gateways } from "#lib/core/vocabulary.ts";
import { gatewayTitles } from "#lib/gateways/contract-titles.ts";
import {
  describeAmounts,
  type PaymentFilterErrors,
  type PaymentFilterTexts,
  paymentFilters,
} from "./payment-filters.ts";
import { displayStatusOptions } from "./payment-status.tsx";

type PaymentFilterBarProps = {
  filters: PaymentFilterTexts;
  errors: PaymentFilterErrors;
  /** The currencies of the listed payments, which lead the choice. */
  currencies: readonly string[];
  onChange: (changes: Partial<PaymentFilterTexts>) => void;
};

export function PaymentFilterBar(props: PaymentFilterBarProps) {
  const { filters, errors, onChange } = props;
  return (
    <search
      aria-label="Payments"
      className="flex flex-wrap items-start gap-2 border-b border-line px-4 py-3 md:px-5"
    >
      <div className="min-w-0 grow basis-48 md:grow-0 md:basis-72">
        <DraftField
          label="Search"
          labelHidden
          type="search"
          placeholder="Amount, id, or reference"
          maxLength={128}
          value={filters.search}
          error={errors.search}
          onChange={(search) => onChange({ search })}
        />
      </div>
      <FilterChips filters={filtersOf(props)} onClear={() => onChange(paymentFilters.none)} />
    </search>
  );
}

function filtersOf(props: PaymentFilterBarProps): Filter[] {
  const { filters, errors, onChange } = props;
  const choice = (name: ChoiceName, label: string, options: readonly Option[]): Filter => ({
    label,
    value: options.find(({ value }) => value === filters[name])?.label ?? filters[name],
    error: errors[name],
    onRemove: () => onChange({ [name]: "" }),
    options,
    chosen: filters[name],
    onChoose: (value) => onChange({ [name]: value }),
  });
  return [
    choice("status", "Status", displayStatusOptions),
    choice("receiptStatus", "Receipt", receiptStatusOptions),
    choice("gateway", "Gateway", gatewayOptions),
    {
      label: "Amount",
      value: describeAmounts(filters),
      error: errors.currency
        ? `Currency ${errors.currency}`
        : (errors.amountMin ?? errors.amountMax),
      onRemove: () => onChange({ currency: "", amountMin: "", amountMax: "" }),
      fields: <AmountFields {...props} />,
    },
    periodFilter({ filters, onChange }),
  ];
}

type ChoiceName = "status" | "receiptStatus" | "gateway";

function AmountFields({ filters, errors, currencies, onChange }: PaymentFilterBarProps) {
  return (
    <>
      <SelectField
        label="Currency"
        options={currencyOptions(currencies)}
        value={filters.currency.toLowerCase()}
        error={errors.currency}
        onChange={(event) => onChange({ currency: event.target.value })}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <DraftField
          label="Minimum"
          placeholder="0.00"
          inputMode="decimal"
          value={filters.amountMin}
          error={errors.amountMin}
          onChange={(text) => onChange({ amountMin: text.trim() })}
        />
        <DraftField
          label="Maximum"
          placeholder="100.00"
          inputMode="decimal"
          value={filters.amountMax}
          error={errors.amountMax}
          onChange={(text) => onChange({ amountMax: text.trim() })}
        />
      </div>
    </>
  );
}

/** The usual ones first. */
function currencyOptions(currencies: readonly string[]): Option[] {
  const rest = currencyCodes.map((code) => code.toLowerCase());
  const codes = [...new Set([...currencies, ...rest])];
  return [
    { value: "", label: "Any" },
    ...codes.map((value) => ({ value, label: value.toUpperCase() })),
  ];
}

const gatewayOptions = gateways.map((value) => ({ value, label: gatewayTitles[value] }));
