"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { DateRangeFilter } from "#components/ui/date-range-filter.tsx";
import { anyText, defineFilters } from "#components/ui/define-filters.ts";
import { useDraft } from "#components/ui/draft-field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { readFieldErrors } from "#lib/browser/describe-error.ts";
import { outcomeOptions, readOutcome } from "./access-columns.tsx";

type AccessFilterBarProps = {
  filters: AccessFilterTexts;
  /** Of the page that they lead to. */
  error: unknown;
  onChange: (changes: Partial<AccessFilterTexts>) => void;
  onClear: () => void;
};

export function AccessFilterBar({ filters, error, onChange, onClear }: AccessFilterBarProps) {
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
        value={accessFilters.read(filters, 0).query.outcome ?? ""}
        onChange={({ target }) => onChange({ outcome: target.value })}
      />
      <DateRangeFilter filters={filters} onChange={onChange} />
      {accessFilters.count(filters) > 0 ? (
        <Button look="ghost" icon={X} onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}

export const accessFilters = defineFilters({ user: anyText, outcome: readOutcome });

export type AccessFilterTexts = typeof accessFilters.none;
