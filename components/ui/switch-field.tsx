"use client";

import { useId } from "react";

type SwitchFieldProps = {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
};

/** For what takes effect at once; what is only sent with a form is a checkbox. */
export function SwitchField({
  label,
  hint,
  checked,
  onChange,
  disabled = false,
}: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-6 py-2.5 md:py-1">
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-muted text-pretty">
            {hint}
          </p>
        ) : null}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => onChange(!checked)}
        className="group relative -my-2.5 grid h-11 w-11 shrink-0 cursor-pointer place-items-center disabled:cursor-not-allowed disabled:opacity-60"
      >
        <span className="h-6 w-10 rounded-full border border-edge bg-copy transition-colors group-aria-checked:border-pine group-aria-checked:bg-pine">
          <span className="m-[3px] block size-4 rounded-full bg-edge transition-transform group-aria-checked:translate-x-4 group-aria-checked:bg-on-pine" />
        </span>
      </button>
    </div>
  );
}
