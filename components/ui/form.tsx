import type { FormEventHandler, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Callout } from "./callout.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { InSight } from "./in-sight.tsx";

type FormProps = {
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** What went wrong that belongs to none of the fields. */
  failure: string | undefined;
  className?: string;
  children: ReactNode;
};

/** Fields below each other. They say themselves what is wrong with them, and the browser does not. */
export function Form({ onSubmit, failure, className = "", children }: FormProps) {
  return (
    <form onSubmit={onSubmit} noValidate className={`space-y-4 ${className}`}>
      {failure ? (
        <InSight>
          <Callout tone="alarm">{failure}</Callout>
        </InSight>
      ) : null}
      {children}
    </form>
  );
}

type DialogFormProps = Omit<FormProps, "className"> & {
  submitLabel: string;
  pending: boolean;
  onCancel: () => void;
  /** Whether there is no way back while it is pending. */
  isWaiting?: boolean;
};

/** A form that a dialog asks for, with the way out of it. */
export function DialogForm({
  submitLabel,
  pending,
  onCancel,
  isWaiting = false,
  children,
  ...form
}: DialogFormProps) {
  return (
    <Form {...form}>
      {children}
      <DialogActions>
        <Button look="secondary" disabled={isWaiting} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={pending}>
          {submitLabel}
        </Button>
      </DialogActions>
    </Form>
  );
}
