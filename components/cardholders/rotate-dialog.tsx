"use client";

import dynamic from "next/dynamic";
import { Dialog } from "#components/ui/dialog.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import type { CardholderDetails } from "#lib/contract/cardholders.ts";

type RotateDialogProps = {
  cardholder: CardholderDetails;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function RotateDialog({ cardholder, open, onOpenChange }: RotateDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rotate the key"
      description="For a new device, or a key that may be lost. The device makes the new pair; only its public part comes here."
    >
      <RotateForm userId={cardholder.userId} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

// Most visits rotate nothing: the form, and what reads keys, come when they are asked for.
const RotateForm = dynamic(() => import("./rotate-form.tsx").then((file) => file.RotateForm), {
  loading: () => <SkeletonRows label="Loading the form" rows={4} />,
});
