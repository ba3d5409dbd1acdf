"use client";

import { Ban, Check, X } from "lucide-react";
import { useState } from "react";
import { CancelDialog, describeCancelError } from "#components/payments/cancel-dialog.tsx";
import {
  type PaymentState,
  useCancelPayment,
  useConfirmSandbox,
} from "#components/payments/use-payment-changes.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import type { TillSale } from "./use-till-payment.ts";

type TillPaymentProps = { order: TillSale; payment: PaymentState };

/** A payment that its customer has to confirm; in the sandbox the till does it for them. */
export function TillConfirmation({ order, payment }: TillPaymentProps) {
  const { environment, gateway, isSandbox } = order;
  const { paymentId } = payment;
  const { error, isPending, mutate, variables } = useConfirmSandbox({
    environment,
    gateway,
    paymentId,
  });
  const decide = (outcome: "succeeded" | "failed") => () => {
    if (!isPending) mutate(outcome);
  };
  return (
    <Callout tone="note" title="Waiting for the customer">
      <p>
        {isSandbox
          ? "The customer has to confirm this payment, for instance in a banking app. In the sandbox, you decide for them."
          : "The customer has to confirm this payment, for instance in a banking app. This page follows by itself."}
      </p>
      <div className="flex flex-wrap gap-2 pt-2">
        {isSandbox ? (
          <>
            <Button
              icon={Check}
              pending={isPending && variables === "succeeded"}
              onClick={decide("succeeded")}
            >
              Confirm
            </Button>
            <Button
              look="secondary"
              icon={X}
              pending={isPending && variables === "failed"}
              onClick={decide("failed")}
            >
              Decline
            </Button>
          </>
        ) : null}
        <TillCancel order={order} payment={payment} />
      </div>
      {error ? (
        <p role="alert" className="text-alarm">
          {describeError(error)}
        </p>
      ) : null}
    </Callout>
  );
}

/** Makes sure that the customer pays nothing. */
export function TillCancel({ order, payment }: TillPaymentProps) {
  const { environment, gateway } = order;
  const { paymentId, status, veroMetadata } = payment;
  const cancel = useCancelPayment({ environment, gateway, paymentId });
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="secondary"
        icon={Ban}
        pending={cancel.isPending}
        onClick={() => {
          if (!cancel.isPending) cancel.reset();
          setOpen(true);
        }}
      >
        Cancel payment
      </Button>
      {cancel.error && !open ? (
        <p role="alert" className="w-full text-pretty">
          {describeCancelError(cancel.error)}
        </p>
      ) : null}
      <CancelDialog
        payment={{ ...veroMetadata, status }}
        cancel={cancel}
        open={open}
        onOpenChange={setOpen}
      />
    </>
  );
}
