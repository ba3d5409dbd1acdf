"use client";

import { Eraser, RotateCw, Smartphone } from "lucide-react";
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
  const [dialog, setDialog] = useState<"lost" | "rotate" | "erase">();
  const mayHelp = useMay("support");
  const mayChange = useMay("developer");
  const noticeId = useId();
  const disabled = mayChange ? {} : { disabled: true, "aria-describedby": noticeId };
  return (
    <>
      <PageHeader
        title="Cardholder"
        description={
          <span className="flex items-center gap-1">
            <code data-stored="cardholder.id" className="min-w-0 font-mono text-xs wrap-anywhere">
              {userId}
            </code>
            <CopyButton text={userId} label="user id" />
          </span>
        }
        actions={
          <>
            {mayHelp ? (
              <Button look="secondary" icon={Smartphone} onClick={() => setDialog("lost")}>
                Lost phone
              </Button>
            ) : null}
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
      <LazyDialog
        open={dialog === "lost"}
        onOpenChange={(open) => setDialog(open ? "lost" : undefined)}
        title="Replace a lost phone"
        description="The new phone takes its place: new receipts are sealed to a key that it created itself."
      >
        <LostPhone cardholder={cardholder} onDone={() => setDialog(undefined)} />
      </LazyDialog>
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

const LostPhone = loadedLater(async () => (await import("./lost-phone.tsx")).LostPhone, {
  waiting: <SkeletonRows label="Loading the form" rows={3} bare />,
});
