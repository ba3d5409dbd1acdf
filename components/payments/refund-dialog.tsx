"use client";

import dynamic from "next/dynamic";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import type { CreditNoteMerchant, RefundableSale } from "./refund-draft.ts";
import type { Refunding } from "./use-payment-changes.ts";

type RefundDialogProps = {
  sale: RefundableSale;
  /** What the credit note says of the merchant; asked for where it is not known. */
  merchant?: CreditNoteMerchant;
  refunding: Refunding;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function RefundDialog({ open, onOpenChange, ...form }: RefundDialogProps) {
  return (
    <LazyDialog open={open} onOpenChange={onOpenChange} title="Refund this payment">
      {/* Inside, so that a closed dialog forgets what was typed into it. */}
      <RefundForm {...form} onDone={() => onOpenChange(false)} />
    </LazyDialog>
  );
}

// Most visits refund nothing, so the form is loaded on demand.
const RefundForm = dynamic(() => import("./refund-form.tsx").then((file) => file.RefundForm), {
  loading: () => <SkeletonRows label="Loading the form" rows={4} bare />,
});
