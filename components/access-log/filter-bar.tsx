"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { DateRangeFilter } from "#components/ui/date-range-filter.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useDraft } from "#components/ui/use-draft.ts";
import { readFieldErrors } from "#lib/client/field-errors.ts";
import { type AccessFilters, isFiltered, readRange, writeRange } from "./access-filters.ts";
import { outcomeOptions, readOutcome } from "./access-outcome.tsx";

type FilterBarProps = {
  filters: AccessFilters;
  /** Of the page that they lead to. */
  error: unknown;
  onChange: (changes: Partial<AccessFilters>) => void;
  onClear: () => void;
};

export function FilterBar({ filters, error, onChange, onClear }: FilterBarProps) {
  const { text, type, settle } = useDraft(filters.user, (user) => onChange({ user }));
  const refused = readFieldErrors(error).find(({ path }) => path === "userId");
  return (
    <search
      aria-label="Access log"
      className="grid gap-3 border-b border-line px-4 py-3 md:grid-cols-2 md:items-end lg:grid-cols-[minmax(12rem,2fr)_minmax(9rem,1fr)_auto_auto] md:px-5"
    >
      <TextField
        label="Cardholder"
        type="search"
        placeholder="usr_…"
        mono
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        error={refused?.reason}
        value={text}
        onChange={({ target }) => type(target.value)}
        onBlur={settle}
        onKeyDown={({ key }) => (key === "Enter" ? settle() : undefined)}
      />
      <SelectField
        label="Outcome"
        options={[{ value: "", label: "Any" }, ...outcomeOptions]}
        value={readOutcome(filters.outcome) ?? ""}
        onChange={({ target }) => onChange({ outcome: target.value })}
      />
      <DateRangeFilter
        value={readRange(filters)}
        onChange={(range) => onChange(writeRange(range))}
      />
      {isFiltered(filters) ? (
        <Button look="ghost" icon={X} onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}
