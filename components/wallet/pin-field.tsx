import type { ComponentProps } from "react";
import { TextField } from "#components/ui/text-field.tsx";

type PinFieldProps = Pick<
  ComponentProps<typeof TextField>,
  "label" | "hint" | "error" | "autoFocus" | "ref"
> & {
  value: string;
  onChange: (pin: string) => void;
  "data-initial-focus"?: true | undefined;
};

/** Digits hidden from onlookers, typed on a phone's number pad. */
export function PinField({ value, onChange, ...field }: PinFieldProps) {
  return (
    <TextField
      {...field}
      data-stored="wallet.pin"
      mono
      type="password"
      inputMode="numeric"
      // With "new-password", a password manager generates one that is no PIN.
      autoComplete="off"
      maxLength={12}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ""))}
    />
  );
}
