"use client";

import { loadedLater } from "#components/ui/later.tsx";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import type { CreditNoteMerchant, RefundableSale } from "./refund-draft.ts";
import type { Refunding } from "./use-payment-changes.ts";

type RefundDialogProps = {
  sale: RefundableSale;
  /** The merchant's data for the credit note; the form asks for it if unknown. */
  merchant?: CreditNoteMerchant;
  refunding: Refunding;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function RefundDialog({ open, onOpenChange, ...form }: RefundDialogProps) {
  return (
    <LazyDialog open={open} onOpenChange={onOpenChange} title="Refund this payment">
      {/* Inside, so that a closed dialog forgets typed text. */}
      <RefundForm {...form} onDone={() => onOpenChange(false)} />
    </LazyDialog>
  );
}

// Most visits make no refund, so the form is loaded on demand.
const RefundForm = loadedLater(async () => (await import("./refund-form.tsx")).RefundForm, {
  waiting: <SkeletonRows label="Loading the form" rows={4} bare />,
});
