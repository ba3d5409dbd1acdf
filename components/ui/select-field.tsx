import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlLook, Field, type FieldText } from "./field.tsx";

export type Option = { value: string; label: string };

type SelectFieldProps = FieldText & ComponentProps<"select"> & { options: readonly Option[] };

/** The platform's own list: the easiest to use on a phone, and the lightest. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  options,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error }} optional={optional ?? false}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={`${controlLook} cursor-pointer appearance-none pr-9`}
          >
            {options.map(({ value, label: text }) => (
              <option key={value} value={value} className="bg-slip text-ink">
                {text}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
