"use client";

import { Ban, Undo2 } from "lucide-react";
import { useState } from "react";
import { useEnvironment } from "#components/console/environment.tsx";
import { RoleNotice } from "#components/console/role-notice.tsx";
import { useMay } from "#components/console/session.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CancelDialog, describeCancelError } from "./cancel-dialog.tsx";
import { isUndecidedStatus } from "./payment-status.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { amountLeft, describeRefundLimit } from "./refund-draft.ts";
import { needsAttention, RefundNote } from "./refund-note.tsx";
import type { ShownPayment } from "./use-payment.ts";
import { useCancelPayment, useRefunding } from "./use-payment-changes.ts";

/** The actions that are possible for a payment. */
export function PaymentActions({ payment }: { payment: ShownPayment }) {
  const { environment } = useEnvironment();
  const [mayRefund, mayCancel] = [useMay("support"), useMay("developer")];
  const { gateway, paymentId, status } = payment;
  const [dialog, setDialog] = useState<"refund" | "cancel">();
  const cancel = useCancelPayment({ environment, gateway, paymentId });
  const refunding = useRefunding(payment, environment);
  const { progress } = refunding;
  const canRefund =
    status === "succeeded" && (amountLeft(payment) > 0 || progress.state === "open");
  const canCancel = isUndecidedStatus(status);
  const isRunning = progress.state === "open" || progress.state === "sending";
  const limit = mayRefund && !isRunning ? describeRefundLimit(payment) : undefined;
  const isOpen = canCancel ? mayCancel : mayRefund && limit === undefined;
  const disabled = { disabled: !isOpen, "aria-describedby": isOpen ? undefined : NOTICE };

  function ask(next: "refund" | "cancel") {
    refunding.begin();
    if (!cancel.isPending) cancel.reset();
    setDialog(next);
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {canRefund ? (
          <Button
            look="secondary"
            icon={Undo2}
            {...disabled}
            pending={progress.state === "sending"}
            onClick={() => ask("refund")}
          >
            Refund
          </Button>
        ) : null}
        {canCancel ? (
          <Button
            look="secondary"
            icon={Ban}
            {...disabled}
            pending={cancel.isPending}
            onClick={() => ask("cancel")}
          >
            Cancel payment
          </Button>
        ) : null}
      </div>
      {canRefund || canCancel ? (
        <div className="w-full empty:hidden">
          <ActionNotice isCancel={canCancel} limit={limit} />
        </div>
      ) : null}
      {/* Shows the outcome after the dialog was closed early. */}
      {dialog === undefined ? (
        <div className="w-full space-y-3 empty:hidden">
          {needsAttention(progress) ? <RefundNote sale={payment} progress={progress} /> : null}
          {cancel.error ? (
            <Callout tone="warning" title="The payment is not canceled yet">
              <p>{describeCancelError(cancel.error)}</p>
            </Callout>
          ) : null}
        </div>
      ) : null}
      <RefundDialog
        sale={payment}
        refunding={refunding}
        open={dialog === "refund"}
        onOpenChange={(open) => setDialog(open ? "refund" : undefined)}
      />
      <CancelDialog
        payment={payment}
        cancel={cancel}
        open={dialog === "cancel"}
        onOpenChange={(open) => setDialog(open ? "cancel" : undefined)}
      />
    </>
  );
}

/** Why the action is disabled for this member. */
function ActionNotice({ isCancel, limit }: { isCancel: boolean; limit: string | undefined }) {
  if (isCancel) {
    return <RoleNotice id={NOTICE}>Canceling a payment</RoleNotice>;
  }
  if (limit === undefined) {
    return (
      <RoleNotice id={NOTICE} least="support">
        Refunding a payment
      </RoleNotice>
    );
  }
  return (
    <div id={NOTICE}>
      <Callout>{limit}</Callout>
    </div>
  );
}

const NOTICE = "payment-notice";
