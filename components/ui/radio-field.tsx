import { type ComponentProps, type ReactNode, useId } from "react";

type RadioFieldProps = Omit<ComponentProps<"input">, "type"> & { label: string; hint?: ReactNode };

/** One of several choices, with what it means; for a `ChoiceGroup`. */
export function RadioField({ label, hint, ...input }: RadioFieldProps) {
  const id = useId();
  return (
    <div className="relative flex gap-3 py-2 md:py-1">
      <input
        {...input}
        id={id}
        type="radio"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-5 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-slip checked:border-[6px] checked:border-pine hover:border-ink disabled:cursor-not-allowed disabled:opacity-60"
      />
      <div className="min-w-0 text-sm">
        <label htmlFor={id} className="cursor-pointer font-medium after:absolute after:inset-0">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-muted text-pretty">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
