import { type ReactNode, useId } from "react";
import { FieldError } from "./field.tsx";

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
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
