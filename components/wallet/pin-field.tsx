import type { ComponentProps } from "react";
import { TextField } from "#components/ui/text-field.tsx";

type PinFieldProps = Pick<
  ComponentProps<typeof TextField>,
  "label" | "hint" | "error" | "autoFocus"
> & {
  value: string;
  onChange: (pin: string) => void;
  isNew?: boolean;
};

/** Digits that nobody reads over a shoulder, on the keyboard of a phone. */
export function PinField({ value, onChange, isNew = false, ...field }: PinFieldProps) {
  return (
    <TextField
      {...field}
      mono
      type="password"
      inputMode="numeric"
      autoComplete={isNew ? "new-password" : "off"}
      maxLength={12}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ""))}
    />
  );
}
