"use client";

import { useId } from "react";
import type { Option } from "./select-field.tsx";

type SegmentedControlProps<Value extends string> = {
  /** For screen readers: the subject of the choice. */
  label: string;
  options: readonly (Option & { value: Value })[];
  value: Value;
  onChange: (value: Value) => void;
};

/** A few choices in a row, one of them selected; nothing where there is no choice. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  const name = useId();
  if (options.length < 2) return null;
  return (
    <fieldset className="inline-flex max-w-full flex-wrap border border-edge bg-copy">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative -mt-px -mr-px inline-flex min-h-11 grow cursor-pointer items-center justify-center border-t border-r border-edge px-3 text-sm text-muted hover:text-ink has-checked:bg-slip has-checked:font-medium has-checked:text-ink has-checked:shadow-[inset_0_-2px_var(--color-pine)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-pine md:min-h-8"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
