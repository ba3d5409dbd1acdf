import type { ComponentProps } from "react";
import { Field, type FieldText } from "./field.tsx";

type FileFieldProps = FieldText & Omit<ComponentProps<"input">, "type" | "id" | "className">;

/** The browser's own control, so that it takes the keyboard and dropped files, with a button like ours. */
export function FileField({
  label,
  hint,
  error,
  optional = false,
  labelHidden = false,
  ...input
}: FileFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, labelHidden }}>
      {(control) => <input {...input} {...control} type="file" className={look} />}
    </Field>
  );
}

const look =
  "block w-full cursor-pointer text-sm text-muted disabled:cursor-not-allowed disabled:opacity-50 file:mr-3 file:min-h-11 file:cursor-[inherit] file:border file:border-edge file:bg-slip file:px-4 file:font-medium file:text-ink hover:file:border-ink md:file:min-h-9";
