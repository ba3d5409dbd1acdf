"use client";

import { SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { receiptStatusOptions } from "#components/receipts/receipt-status.tsx";
import { Button } from "#components/ui/button.tsx";
import { DateRangeFilter } from "#components/ui/date-range-filter.tsx";
import { DraftField } from "#components/ui/draft-field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { gateways } from "#lib/core/vocabulary.ts";
import { gatewayTitles } from "#lib/gateways/contract-providers.ts";
import {
  type PaymentFilterErrors,
  type PaymentFilterTexts,
  paymentFilters,
} from "./payment-filters.ts";
import { paymentStatusOptions } from "./payment-status.tsx";

type PaymentFilterBarProps = {
  filters: PaymentFilterTexts;
  errors: PaymentFilterErrors;
  onChange: (changes: Partial<PaymentFilterTexts>) => void;
};

/** The search, and the filters: folded away on a phone until they are asked for. */
export function PaymentFilterBar({ filters, errors, onChange }: PaymentFilterBarProps) {
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const folded = paymentFilters.count({ ...filters, search: "" });
  // An error must not be hidden.
  const shown = unfolded || Object.keys(errors).length > 0;
  return (
    <search aria-label="Payments" className="block border-b border-line p-4 md:px-5">
      <div className="grid gap-x-3 gap-y-4 md:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]">
        <DraftField
          label="Search"
          type="search"
          placeholder="Payment, receipt or transaction id"
          maxLength={128}
          value={filters.search}
          error={errors.search}
          onChange={(search) => onChange({ search })}
        />
        <Button
          look="secondary"
          icon={SlidersHorizontal}
          className="md:hidden"
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setUnfolded(!shown)}
        >
          {folded > 0 ? `Filters (${folded})` : "Filters"}
        </Button>
        <div id={id} className={`contents ${shown ? "" : "max-md:hidden"}`}>
          <SelectField
            label="Status"
            options={[any, ...paymentStatusOptions]}
            value={filters.status}
            error={errors.status}
            onChange={(event) => onChange({ status: event.target.value })}
          />
          <SelectField
            label="Receipt"
            options={[any, ...receiptStatusOptions]}
            value={filters.receiptStatus}
            error={errors.receiptStatus}
            onChange={(event) => onChange({ receiptStatus: event.target.value })}
          />
          <SelectField
            label="Gateway"
            options={gatewayOptions}
            value={filters.gateway}
            error={errors.gateway}
            onChange={(event) => onChange({ gateway: event.target.value })}
          />
          <div>
            <DateRangeFilter filters={filters} onChange={onChange} />
          </div>
          <DraftField
            label="Currency"
            placeholder="USD"
            maxLength={3}
            value={filters.currency}
            error={errors.currency}
            className="uppercase"
            onChange={(currency) => onChange({ currency: currency.trim() })}
          />
          <DraftField
            label="Minimum amount"
            placeholder="0.00"
            inputMode="decimal"
            value={filters.amountMin}
            error={errors.amountMin}
            onChange={(amountMin) => onChange({ amountMin: amountMin.trim() })}
          />
          <DraftField
            label="Maximum amount"
            placeholder="100.00"
            inputMode="decimal"
            value={filters.amountMax}
            error={errors.amountMax}
            onChange={(amountMax) => onChange({ amountMax: amountMax.trim() })}
          />
        </div>
      </div>
    </search>
  );
}

const any = { value: "", label: "Any" };

const gatewayOptions = [any, ...gateways.map((value) => ({ value, label: gatewayTitles[value] }))];
