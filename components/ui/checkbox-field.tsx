import { Check } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldErrorLine, type FieldText } from "./field.tsx";

type CheckboxFieldProps = Omit<FieldText, "optional" | "labelHidden"> &
  Omit<ComponentProps<"input">, "type">;

/** A checkbox beside its label; the label is part of the target. */
export function CheckboxField({ label, hint, error, ...input }: CheckboxFieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div>
      <div className="relative flex gap-3 py-2.5 md:py-1">
        <span className="relative mt-0.5 size-5 shrink-0">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-describedby={described || undefined}
            aria-invalid={error ? true : undefined}
            className="peer size-5 cursor-pointer appearance-none border border-edge bg-slip checked:border-pine checked:bg-pine hover:border-ink disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-alarm"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto hidden size-3.5 text-on-pine peer-checked:block"
          />
        </span>
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
      <FieldErrorLine id={`${id}-error`} subject={label} error={error} />
    </div>
  );
}

type ChoiceGroupProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
};

/** Several checkboxes or other fields that answer one question. */
export function ChoiceGroup({ label, hint, error, children }: ChoiceGroupProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-sm font-medium">{label}</legend>
      {hint ? <p className="mt-0.5 text-sm text-muted text-pretty">{hint}</p> : null}
      <div className="mt-2 space-y-1">{children}</div>
      <FieldErrorLine id={`${id}-error`} subject={label} error={error} />
    </fieldset>
  );
}
