import type { FormEventHandler, ReactNode } from "react";
import { Button } from "./button.tsx";
import { Callout } from "./callout.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { useDialogHold } from "./dialog-hold.ts";
import { InSight } from "./in-sight.tsx";

type FormProps = {
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** A failure that belongs to none of the fields. */
  failure: string | undefined;
  className?: string;
  children: ReactNode;
};

/** Fields below each other. They show their own errors, instead of the browser. */
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
};

/** The form of a dialog, with a button to leave it unless it is pending. */
export function DialogForm({ submitLabel, pending, onCancel, children, ...form }: DialogFormProps) {
  useDialogHold(pending);
  return (
    <Form {...form}>
      {children}
      <DialogActions>
        <Button look="secondary" disabled={pending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={pending}>
          {submitLabel}
        </Button>
      </DialogActions>
    </Form>
  );
}
