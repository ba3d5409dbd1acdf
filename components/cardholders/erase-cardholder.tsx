"use client";

import { BackLink } from "#components/console/navigation.tsx";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Time } from "#components/ui/time.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import {
  type ErasedCardholder,
  type ShownCardholder,
  useEraseCardholder,
} from "./use-cardholders.ts";

type EraseDialogProps = {
  cardholder: ShownCardholder;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onErased: (erased: ErasedCardholder) => void;
};

export function EraseDialog({ cardholder, open, onOpenChange, onErased }: EraseDialogProps) {
  const { userId, receipts, hasMoreReceipts } = cardholder;
  const erase = useEraseCardholder(userId, onErased);
  const count = `${receipts.toLocaleString("en-US")}${hasMoreReceipts ? " or more" : ""}`;
  return (
    <LazyConfirmDialog
      open={open}
      onOpenChange={(next) => {
        erase.reset();
        onOpenChange(next);
      }}
      title="Erase this cardholder?"
      confirmLabel="Erase for good"
      typeToConfirm={lastDigits(userId)}
      onConfirm={() => erase.mutate()}
      pending={erase.isPending}
      error={erase.error ? describeError(erase.error) : undefined}
    >
      <p className="font-mono text-xs wrap-anywhere text-muted">{userId}</p>
      <ul className="list-disc space-y-1.5 pl-5">
        <li>
          {receipts === 1 && !hasMoreReceipts
            ? "The key of 1 receipt is destroyed."
            : `The keys of ${count} receipts are destroyed.`}{" "}
          Nobody can open them again, not even the cardholder; they are marked “erased”.
        </li>
        <li>
          No payment can be traced to the card anymore. Merchants keep their payments as amounts.
        </li>
        <li>Unused grants are void. The card can be registered again, as a new cardholder.</li>
      </ul>
      <p className="font-medium">This cannot be undone.</p>
    </LazyConfirmDialog>
  );
}

/** Long enough to identify the cardholder, short enough to type. */
function lastDigits(userId: string): string {
  return userId.slice(-6);
}

/** Replaces a cardholder who was just erased: the outcome, to be recorded elsewhere. */
export function ErasedNote({ erased, list }: { erased: ErasedCardholder; list: string }) {
  const { userId, erasedAt, erasedReceipts } = erased;
  return (
    <>
      <BackLink href={list}>Cardholders</BackLink>
      <h1 className="text-2xl font-medium tracking-[-0.02em]">The cardholder is erased</h1>
      <Panel
        title="What was done"
        description="Keep a record for the person who requested the erasure: this page cannot be opened again."
      >
        <KeyValues
          rows={[
            { name: "User id", value: <code className="font-mono text-xs">{userId}</code> },
            { name: "Erased", value: <Time at={erasedAt} as="exact" /> },
            {
              name: "Receipts",
              value: (
                <>
                  {erasedReceipts.toLocaleString("en-US")}{" "}
                  {erasedReceipts === 1 ? "receipt reads " : "receipts read "}
                  <ReceiptStatusMark status="erased" />
                </>
              ),
            },
            { name: "Card", value: "No link to it remains; it can be registered again." },
          ]}
        />
        <div className="mt-5">
          <ButtonLink look="secondary" href={list}>
            Go to cardholders
          </ButtonLink>
        </div>
      </Panel>
    </>
  );
}
