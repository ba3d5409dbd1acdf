"use client";

import { anyText, defineFilters } from "#components/ui/define-filters.ts";
import { DraftField } from "#components/ui/draft-field.tsx";
import { FilterChips } from "#components/ui/filter-chips.tsx";
import { periodFilter } from "#components/ui/period-filter.tsx";
import { readFieldErrors } from "#lib/browser/describe-error.ts";
import { outcomeOptions, readOutcome } from "./access-columns.tsx";

type AccessFilterBarProps = {
  filters: AccessFilterTexts;
  /** The error of the filtered page. */
  error: unknown;
  onChange: (changes: Partial<AccessFilterTexts>) => void;
  onClear: () => void;
};

export function AccessFilterBar({ filters, error, onChange, onClear }: AccessFilterBarProps) {
  const refused = readFieldErrors(error).find(({ path }) => path === "userId");
  const { errors } = accessFilters.read(filters, Date.now());
  return (
    <search
      aria-label="Access log"
      className="flex flex-wrap items-start gap-2 border-b border-line px-4 py-3 md:px-5"
    >
      <div className="w-full md:w-72">
        <DraftField
          label="Cardholder"
          labelHidden
          type="search"
          placeholder="User id of a cardholder, usr_…"
          maxLength={128}
          error={refused?.reason}
          value={filters.user}
          onChange={(user) => onChange({ user })}
        />
      </div>
      <FilterChips
        filters={[
          {
            label: "Outcome",
            // A link may name a value that is not on the list.
            value:
              outcomeOptions.find(({ value }) => value === filters.outcome)?.label ??
              filters.outcome,
            error: errors.outcome,
            onRemove: () => onChange({ outcome: "" }),
            options: outcomeOptions,
            chosen: filters.outcome,
            onChoose: (value) => onChange({ outcome: value }),
          },
          periodFilter({ filters, onChange }),
        ]}
        onClear={onClear}
      />
    </search>
  );
}

export const accessFilters = defineFilters({ user: anyText, outcome: readOutcome });

export type AccessFilterTexts = typeof accessFilters.none;
