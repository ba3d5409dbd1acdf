"use client";

import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { describeError } from "#lib/client/describe-error.ts";
import type { CardholderDetails } from "#lib/contract/cardholders.ts";
import type { ErasedUser } from "#lib/contract/users.ts";
import { useEraseCardholder } from "./use-cardholder-changes.ts";

type EraseDialogProps = {
  cardholder: CardholderDetails;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onErased: (erased: ErasedUser) => void;
};

export function EraseDialog({ cardholder, open, onOpenChange, onErased }: EraseDialogProps) {
  const { userId, receipts, hasMoreReceipts } = cardholder;
  const erase = useEraseCardholder(userId);
  const count = `${receipts.toLocaleString("en-US")}${hasMoreReceipts ? " or more" : ""}`;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Erase this cardholder?"
      confirmLabel="Erase for good"
      typeToConfirm={lastDigits(userId)}
      onConfirm={() => erase.mutate(undefined, { onSuccess: onErased })}
      pending={erase.isPending}
      error={erase.error ? describeError(erase.error) : undefined}
    >
      <p className="font-mono text-xs wrap-anywhere text-muted">{userId}</p>
      <ul className="list-disc space-y-1.5 pl-5">
        <li>
          {receipts === 1 && !hasMoreReceipts
            ? "The key of 1 receipt is destroyed."
            : `The keys of ${count} receipts are destroyed.`}{" "}
          Nobody can open them again, the cardholder included; they read “erased”.
        </li>
        <li>
          Nothing leads from a payment to the card any more. Merchants keep their payments as
          amounts.
        </li>
        <li>
          Grants that were not used are void. The card may be registered anew, as somebody else.
        </li>
      </ul>
      <p className="font-medium">This cannot be taken back, by anybody.</p>
    </ConfirmDialog>
  );
}

/** Enough to be sure of whom one means, short enough to be typed. */
function lastDigits(userId: string): string {
  return userId.slice(-6);
}
