"use client";

import {
  describeRange,
  isBackwards,
  type PeriodTexts,
  presets,
  rangeOf,
  readRange,
  withDays,
  writeRange,
} from "./date-range.ts";
import { DayField } from "./day-field.tsx";
import type { Filter } from "./filter-chips.tsx";
import { SelectField } from "./select-field.tsx";

type PeriodFieldsProps = { filters: PeriodTexts; onChange: (changes: PeriodTexts) => void };

/** The filter for a span up to now, or between two days in the reader's time zone. */
export function periodFilter({ filters, onChange }: PeriodFieldsProps): Filter {
  const range = readRange(filters);
  return {
    label: "Time",
    value: describeRange(range),
    error: isBackwards(range) ? "must not end before it begins" : undefined,
    onRemove: () => onChange(writeRange(rangeOf("any"))),
    fields: <PeriodFields filters={filters} onChange={onChange} />,
  };
}

function PeriodFields({ filters, onChange }: PeriodFieldsProps) {
  const range = readRange(filters);
  return (
    <>
      <SelectField
        label="Span"
        options={range.preset === "custom" ? [...presets, betweenDays] : presets}
        value={range.preset}
        onChange={(event) => onChange(writeRange(rangeOf(event.target.value)))}
      />
      {/* Firefox draws a date and its button in 10.4em, and cuts the year off where it has less. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.75em),1fr))] gap-3 text-base md:text-sm">
        <DayField
          label="From"
          value={range.fromDay}
          onChange={(fromDay) => onChange(writeRange(withDays(range, { fromDay })))}
        />
        <DayField
          label="To"
          value={range.toDay}
          onChange={(toDay) => onChange(writeRange(withDays(range, { toDay })))}
        />
      </div>
      {isBackwards(range) ? (
        <p className="text-alarm">The end date is before the start date.</p>
      ) : null}
    </>
  );
}

const betweenDays = { value: "custom", label: "The days below" };
