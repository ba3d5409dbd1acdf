"use client";

import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Callout } from "./callout.tsx";
import { Dialog } from "./dialog.tsx";
import { DialogActions } from "./dialog-actions.tsx";
import { useDialogHold } from "./dialog-hold.ts";
import { TextField } from "./text-field.tsx";
import { useTranslate } from "./use-translate.ts";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  children: ReactNode;
  /** The verb: "Revoke key". */
  confirmLabel: string;
  /** If "Cancel" could be read as the verb. */
  dismissLabel?: string;
  onConfirm: () => void;
  pending?: boolean;
  /** Why the last try failed, as a sentence. */
  error?: string | undefined;
  /** A text that has to be typed first, for actions that cannot be undone. */
  typeToConfirm?: string;
  look?: "primary" | "danger";
  /** Whether the page shows the outcome, so that it may be closed while `pending`. */
  mayCloseEarly?: boolean;
};

/** Asks for confirmation. It stays open while `pending`; the caller closes it when the work is done. */
export function ConfirmDialog({ open, onOpenChange, title, ...form }: ConfirmDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      {/* Inside, so that a closed dialog forgets typed text. */}
      <ConfirmForm {...form} onLeave={() => onOpenChange(false)} />
    </Dialog>
  );
}

type ConfirmFormProps = Omit<ConfirmDialogProps, "open" | "onOpenChange" | "title"> & {
  onLeave: () => void;
};

function ConfirmForm({
  children,
  confirmLabel,
  dismissLabel,
  onConfirm,
  pending = false,
  error,
  typeToConfirm,
  look = "danger",
  mayCloseEarly = false,
  onLeave,
}: ConfirmFormProps) {
  const t = useTranslate();
  const isHeld = pending && !mayCloseEarly;
  useDialogHold(isHeld);
  const [typed, setTyped] = useState("");
  const confirmed = typeToConfirm === undefined || typed.trim() === typeToConfirm;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (confirmed && !pending) onConfirm();
  }
  return (
    <form onSubmit={submit}>
      <div className="space-y-4 text-sm text-pretty">{children}</div>
      {typeToConfirm === undefined ? null : (
        <div className="mt-4">
          <TextField
            label={`Type “${typeToConfirm}” to confirm`}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {error ? (
        <div className="mt-4">
          <Callout tone="alarm">{error}</Callout>
        </div>
      ) : null}
      <DialogActions>
        <Button look="secondary" disabled={isHeld} onClick={onLeave}>
          {dismissLabel ?? t("Cancel")}
        </Button>
        <Button type="submit" look={look} pending={pending} disabled={!confirmed}>
          {confirmLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
