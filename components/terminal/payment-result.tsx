"use client";

import { PaymentStatus } from "#components/payment/payment-status.tsx";
import { ReceiptStatus } from "#components/receipt/receipt-status.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import type { ApiError } from "#lib/client/api-error.ts";
import { describeError } from "#lib/client/describe-error.ts";
import type { CreatedPayment } from "#lib/contract/payments.ts";
import { NextDoors } from "./next-doors.tsx";
import type { Order, PaymentProgress } from "./use-payment.ts";

type PaymentResultProps = { order: Order; progress: PaymentProgress };

/** What came of the payment, and where it is to be seen from here. */
export function PaymentResult({ order, progress }: PaymentResultProps) {
  if (progress.state === "broken") {
    return <Callout tone="alarm">{describeError(progress.error)}</Callout>;
  }
  if (progress.state !== "answered") return null;
  const { answer } = progress;
  switch (answer.kind) {
    case "taken":
      return <Taken order={order} payment={answer.payment} />;
    case "declined":
      return <Declined error={answer.error} />;
    case "open":
      return <Open error={answer.error} />;
    case "refused":
      return (
        <Callout tone="alarm" title="The service does not take this payment">
          <p>{describeError(answer.error)}</p>
          <RequestId error={answer.error} />
        </Callout>
      );
  }
}

function Taken({ order, payment }: { order: Order; payment: CreatedPayment }) {
  const { paymentId, orderId, veroMetadata } = payment;
  const { receiptStatus, paymentStatus } = veroMetadata;
  return (
    <div className="space-y-5">
      <div className="border border-line bg-slip px-4 py-2 md:px-5">
        <KeyValues
          rows={[
            { name: "Payment", value: <Id text={paymentId} label="payment id" /> },
            { name: "Status", value: <PaymentStatus status={paymentStatus} /> },
            { name: "Receipt", value: <ReceiptStatus status={receiptStatus} /> },
            { name: "Gateway’s reference", value: <Id text={orderId} label="reference" /> },
          ]}
        />
      </div>
      <NextDoors order={order} paymentId={paymentId} escrowed={receiptStatus === "escrowed"} />
    </div>
  );
}

function Declined({ error }: { error: ApiError }) {
  const reason = /^reason: (\S+)$/.exec(error.details)?.[1];
  return (
    <Callout tone="warning" title="The gateway declined the card">
      <p>
        {reason ? (
          <>
            Its reason: <code className="font-mono text-xs">{reason}</code>.{" "}
          </>
        ) : null}
        The sale stays as it is: another card under the same receipt is the next attempt, not a
        second sale.
      </p>
      <RequestId error={error} />
    </Callout>
  );
}

function Open({ error }: { error: ApiError }) {
  return (
    <Callout tone="warning" title="Nobody knows yet whether it was charged">
      <p>
        {describeError(error)} Nothing is lost: the receipt is sealed and stored before the gateway
        is asked. Try again, and the same payment goes on; set aside, the service finishes it by
        itself.
      </p>
      <RequestId error={error} />
    </Callout>
  );
}

function RequestId({ error: { requestId } }: { error: ApiError }) {
  return requestId ? <p className="font-mono text-xs break-all text-muted">{requestId}</p> : null;
}

function Id({ text, label }: { text: string; label: string }) {
  return (
    <span className="-my-2 flex items-center gap-1">
      <code className="min-w-0 font-mono text-xs break-all">{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
