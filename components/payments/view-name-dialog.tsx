"use client";

import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { DialogActions } from "#components/ui/dialog-actions.tsx";
import { TextField } from "#components/ui/text-field.tsx";

type ViewNameDialogProps = {
  taken: readonly string[];
  onName: (name: string) => void;
  onClose: () => void;
};

export function ViewNameDialog({ taken, onName, onClose }: ViewNameDialogProps) {
  const [text, setText] = useState("");
  const name = text.trim();
  const error = taken.includes(name) ? "is the name of another view" : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name && !error) onName(name);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Save this view"
      description="The filters as they are now, kept in this browser."
    >
      <form onSubmit={submit}>
        <TextField
          label="Name"
          maxLength={40}
          autoComplete="off"
          value={text}
          error={error}
          onChange={(event) => setText(event.target.value)}
        />
        <DialogActions>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={name === "" || error !== undefined}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
