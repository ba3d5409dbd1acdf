"use client";

import { toast } from "sonner";
import { LazyConfirmDialog } from "#components/ui/lazy-dialog.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { PaymentStatus } from "#lib/core/vocabulary.ts";
import type { useCancelPayment } from "./use-payment-changes.ts";

type CancelDialogProps = {
  payment: { amount: number; currency: string; status: PaymentStatus };
  cancel: ReturnType<typeof useCancelPayment>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function CancelDialog({ payment, cancel, open, onOpenChange }: CancelDialogProps) {
  return (
    <LazyConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Cancel this payment?"
      confirmLabel="Cancel payment"
      dismissLabel="Keep it"
      onConfirm={() =>
        cancel.mutate(undefined, {
          onSuccess: ({ outcome }) => {
            onOpenChange(false);
            toast.success(outcomes[outcome]);
          },
        })
      }
      pending={cancel.isPending}
      mayCloseEarly
      error={cancel.error ? describeCancelError(cancel.error) : undefined}
    >
      <p>{describeCancel(payment)}</p>
    </LazyConfirmDialog>
  );
}

const outcomes = {
  not_charged: "Canceled: nothing was charged",
  refunded: "The payment was made, and is refunded in full",
};

function describeCancel({ amount, currency, status }: CancelDialogProps["payment"]): string {
  const all = formatMoney({ amount, currency }, "en-US");
  switch (status) {
    case "requires_confirmation":
      return "Nothing was charged yet, and nothing will be.";
    case "succeeded":
      return `The payment was made: ${all} is refunded in full.`;
    case "pending":
      return `If nothing was charged yet, nothing will be. If the payment was made, ${all} is refunded in full.`;
    default:
      return "Nothing was charged, and nothing will be.";
  }
}

/** Why a cancellation was not carried out; if the service has recorded the request, says so. */
export function describeCancelError(error: Error): string {
  // The answer names it only once the request is stored.
  const isKept =
    error instanceof ApiError && error.status === 503 && error.headers.has("x-payment-id");
  if (!isKept) return describeError(error);
  return "The gateway did not answer. The cancellation is kept: nothing charges this payment anymore, and the service carries it out as soon as the gateway answers.";
}
