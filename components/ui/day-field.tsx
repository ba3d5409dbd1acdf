"use client";

import { useDraft } from "./draft-field.tsx";
import { controlLook, Field } from "./field.tsx";

type DayFieldProps = {
  label: string;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  onChange: (day: string) => void;
};

/** A day to be picked or typed: it takes effect once it is complete, or when the field is left. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const { text, hold, send, settle } = useDraft(value, onChange);
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          // Browsers take six digits for a year unless it is bounded.
          max="2999-12-31"
          value={text}
          onChange={({ target }) => (isComplete(target) ? send : hold)(target.value)}
          onBlur={settle}
          className={controlLook}
        />
      )}
    </Field>
  );
}

/**
 * Each typed digit of a year makes a valid date: 2026 begins as the year 2. An empty value may also be half a
 * date.
 */
function isComplete({ value, validity }: HTMLInputElement): boolean {
  return value === "" ? !validity.badInput : value >= "1970";
}
