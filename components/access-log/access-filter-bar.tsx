"use client";

import { X } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { type DateRange, rangeOf, toInstants } from "#components/ui/date-range.ts";
import { DateRangeFilter } from "#components/ui/date-range-filter.tsx";
import { useDraft } from "#components/ui/draft-field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import type { Sent } from "#lib/browser/api.ts";
import { readFieldErrors } from "#lib/browser/describe-error.ts";
import { outcomeOptions, readOutcome } from "./access-columns.tsx";

type AccessFilterBarProps = {
  filters: AccessFilters;
  /** Of the page that they lead to. */
  error: unknown;
  onChange: (changes: Partial<AccessFilters>) => void;
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
        value={readOutcome(filters.outcome) ?? ""}
        onChange={({ target }) => onChange({ outcome: target.value })}
      />
      <DateRangeFilter
        value={readAccessRange(filters)}
        onChange={(range) => onChange(writeAccessRange(range))}
      />
      {isFiltered(filters) ? (
        <Button look="ghost" icon={X} onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}

/** As they stand in the address. */
export const accessFilterNames = ["user", "outcome", "time", "from", "to"] as const;

export type AccessFilters = Record<(typeof accessFilterNames)[number], string>;

export const noAccessFilters: AccessFilters = { user: "", outcome: "", time: "", from: "", to: "" };

function readAccessRange({ time, from, to }: AccessFilters): DateRange {
  const range = rangeOf(time);
  return range.preset === "custom" ? { ...range, fromDay: from, toDay: to } : range;
}

function writeAccessRange({ preset, fromDay, toDay }: DateRange): Partial<AccessFilters> {
  return { time: preset === "any" ? "" : preset, from: fromDay, to: toDay };
}

export function isFiltered({ user, outcome, time }: AccessFilters): boolean {
  return user.trim() !== "" || readOutcome(outcome) !== undefined || rangeOf(time).preset !== "any";
}

/** What the API is asked for. `now` in milliseconds. */
export function toAccessQuery(
  filters: AccessFilters,
  now: number,
): Sent<"GET /api/console/access-log", "query"> {
  return {
    userId: filters.user.trim() || undefined,
    outcome: readOutcome(filters.outcome),
    ...toInstants(readAccessRange(filters), now),
  };
}
