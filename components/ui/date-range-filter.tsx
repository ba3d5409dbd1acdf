"use client";

import {
  type DateRange,
  isBackwards,
  type PeriodTexts,
  presets,
  rangeOf,
  readRange,
  writeRange,
} from "./date-range.ts";
import { controlLook, Field } from "./field.tsx";
import { SelectField } from "./select-field.tsx";

type DateRangeFilterProps = { filters: PeriodTexts; onChange: (changes: PeriodTexts) => void };

/** A span up to now, or between two chosen days, in the reader's time zone. */
export function DateRangeFilter({ filters, onChange }: DateRangeFilterProps) {
  const value = readRange(filters);
  const choose = (range: DateRange) => onChange(writeRange(range));
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] gap-3 md:grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]">
      <div className="col-span-full">
        <SelectField
          label="Time"
          options={presets}
          value={value.preset}
          onChange={(event) => choose(rangeOf(event.target.value))}
        />
      </div>
      {value.preset === "custom" ? (
        <>
          <DayField
            label="From"
            value={value.fromDay}
            onChange={(fromDay) => choose({ ...value, fromDay })}
          />
          <DayField
            label="To"
            value={value.toDay}
            error={isBackwards(value) ? "must not be before the first day" : undefined}
            onChange={(toDay) => choose({ ...value, toDay })}
          />
        </>
      ) : null}
    </div>
  );
}

type DayFieldProps = {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (day: string) => void;
};

function DayField({ label, value, error, onChange }: DayFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={controlLook}
        />
      )}
    </Field>
  );
}
