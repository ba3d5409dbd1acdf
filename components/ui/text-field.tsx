import type { ComponentProps } from "react";
import { controlLook, Field, type FieldText } from "./field.tsx";

type TextFieldProps = FieldText & ComponentProps<"input"> & { mono?: boolean };

/** One line of text: `<TextField label="Name" error={errors.name?.message} {...register("name")} />`. */
export function TextField({
  label,
  hint,
  error,
  optional = false,
  labelHidden = false,
  mono,
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden }}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          className={`${controlLook} ${mono ? "font-mono" : ""}`}
        />
      )}
    </Field>
  );
}

type TextAreaFieldProps = FieldText & ComponentProps<"textarea"> & { mono?: boolean };

/** Several lines of text, such as a key in PEM or a list of addresses. */
export function TextAreaField({ label, hint, error, optional, mono, ...area }: TextAreaFieldProps) {
  return (
    <Field {...{ label, hint, error }} optional={optional ?? false}>
      {(control) => (
        <textarea
          rows={5}
          {...area}
          {...control}
          className={`${controlLook} ${mono ? "font-mono" : ""}`}
        />
      )}
    </Field>
  );
}
