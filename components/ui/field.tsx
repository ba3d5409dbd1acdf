import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

/** The props of every field beside the attributes of its control. */
export type FieldText = {
  label: string;
  hint?: ReactNode;
  /** The error, as a sentence; react-hook-form's `errors.name?.message`. */
  error?: string | undefined;
  optional?: boolean;
  /** For a field whose placeholder is its label: the label is for screen readers only. */
  labelHidden?: boolean;
};

type Control = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = FieldText & { children: (control: Control) => ReactNode };

/** Label above, hint and error below, linked to the control for screen readers. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  labelHidden = false,
  children,
}: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className={labelHidden ? "sr-only" : "block text-sm font-medium"}>
        {label}
        {optional ? <span className="ml-1.5 font-normal text-muted">optional</span> : null}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted text-pretty">
          {hint}
        </p>
      ) : null}
      <FieldErrorLine id={`${id}-error`} subject={label} error={error} />
    </div>
  );
}

type FieldErrorLineProps = {
  id: string;
  /** The label of the field, which begins the sentence. */
  subject: string;
  error: string | undefined;
};

export function FieldErrorLine({ id, subject, error }: FieldErrorLineProps) {
  if (!error) return null;
  return (
    <p id={id} className="flex gap-1.5 text-sm text-alarm">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {toSentence(subject, error)}
    </p>
  );
}

// The contract's messages begin after the name of the field, which is the label here; others are whole sentences.
function toSentence(subject: string, reason: string): string {
  const sentence = /^\p{Ll}/u.test(reason) ? `${subject} ${reason}` : reason;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

// 16 pixels on phones: below that iOS zooms in on focus.
export const controlLook =
  "block min-h-11 w-full border border-edge bg-slip px-3 py-2 text-base text-ink placeholder:text-muted hover:border-ink disabled:opacity-60 aria-invalid:border-alarm [&:is(input,textarea):read-only]:border-line [&:is(input,textarea):read-only]:bg-copy md:min-h-9 md:py-1.5 md:text-sm";
