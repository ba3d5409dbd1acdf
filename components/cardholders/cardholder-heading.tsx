"use client";

import { Eraser, RotateCw } from "lucide-react";
import { useId, useState } from "react";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { EraseDialog } from "./erase-cardholder.tsx";
import type { ErasedCardholder, ShownCardholder } from "./use-cardholders.ts";

type CardholderHeadingProps = {
  cardholder: ShownCardholder;
  onErased: (erased: ErasedCardholder) => void;
};

/** The cardholder, with the actions. */
export function CardholderHeading({ cardholder, onErased }: CardholderHeadingProps) {
  const { userId } = cardholder;
  const [dialog, setDialog] = useState<"rotate" | "erase">();
  const mayChange = useMay("developer");
  const noticeId = useId();
  const disabled = mayChange ? {} : { disabled: true, "aria-describedby": noticeId };
  return (
    <>
      <PageHeader
        title="Cardholder"
        description={
          <span className="flex items-center gap-1">
            <code className="min-w-0 font-mono text-xs wrap-anywhere">{userId}</code>
            <CopyButton text={userId} label="user id" />
          </span>
        }
        actions={
          <>
            <Button
              look="secondary"
              icon={RotateCw}
              {...disabled}
              onClick={() => setDialog("rotate")}
            >
              Rotate key
            </Button>
            <Button
              look="ghost"
              icon={Eraser}
              className="text-alarm"
              {...disabled}
              onClick={() => setDialog("erase")}
            >
              Erase
            </Button>
          </>
        }
      />
      <RoleNotice id={noticeId}>
        Rotating a key, adding an identifier, and erasing a cardholder
      </RoleNotice>
      <RotateDialog
        cardholder={cardholder}
        open={dialog === "rotate"}
        onOpenChange={(open) => setDialog(open ? "rotate" : undefined)}
      />
      <EraseDialog
        cardholder={cardholder}
        open={dialog === "erase"}
        onOpenChange={(open) => setDialog(open ? "erase" : undefined)}
        onErased={onErased}
      />
    </>
  );
}

type RotateDialogProps = {
  cardholder: ShownCardholder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function RotateDialog({ cardholder, open, onOpenChange }: RotateDialogProps) {
  return (
    <LazyDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rotate the key"
      description="For a new device, or a key that may be lost. The device generates the new pair; only its public key is sent here."
    >
      <RotateForm userId={cardholder.userId} onDone={() => onOpenChange(false)} />
    </LazyDialog>
  );
}

// Most visits rotate nothing, so the form and the key parser are loaded on demand.
const RotateForm = loadedLater(async () => (await import("./rotate-form.tsx")).RotateForm, {
  waiting: <SkeletonRows label="Loading the form" rows={4} bare />,
});
