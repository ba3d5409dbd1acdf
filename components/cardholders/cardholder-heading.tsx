"use client";

import { Eraser, RotateCw } from "lucide-react";
import { useId, useState } from "react";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import type { CardholderDetails } from "#lib/contract/cardholders.ts";
import type { ErasedUser } from "#lib/contract/users.ts";
import { EraseDialog } from "./erase-dialog.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";

type CardholderHeadingProps = {
  cardholder: CardholderDetails;
  onErased: (erased: ErasedUser) => void;
};

/** Who it is, and what can be done. */
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
      <RoleNotice id={noticeId}>Rotating a key and erasing a cardholder</RoleNotice>
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
