"use client";

import { PaymentStatusMark } from "#components/payments/payment-status.tsx";
import { amountUnderWay } from "#components/payments/refund-draft.ts";
import type { PaymentState } from "#components/payments/use-payment-changes.ts";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import type { ApiError } from "#lib/browser/api-error.ts";
import { describeError } from "#lib/browser/describe-error.ts";
import type { PaymentStatus, ReceiptStatus } from "#lib/core/vocabulary.ts";
import type { TakenPayment } from "#lib/terminal/take-payment.ts";
import { NextDoors } from "./next-doors.tsx";
import { ShopMoney } from "./shop-money.tsx";
import { TillRefund } from "./till-refund.tsx";
import { TillCancel, TillConfirmation } from "./till-undecided.tsx";
import type { PaymentProgress, TillOrder } from "./use-till-payment.ts";
import type { TillState } from "./use-till-state.ts";

type TillPaymentResultProps = { order: TillOrder; progress: PaymentProgress; state: TillState };

/** The outcome of the payment, and links to where it can be seen. */
export function TillPaymentResult({ order, progress, state }: TillPaymentResultProps) {
  if (progress.state === "broken") return <ErrorCallout error={progress.error} />;
  if (progress.state !== "answered") return null;
  const { answer } = progress;
  const { known } = state;
  switch (answer.kind) {
    case "taken":
      return <Taken order={order} payment={answer.payment} known={known} />;
    case "declined":
      return <Declined error={answer.error} />;
    case "open":
      return <Open order={order} error={answer.error} state={state} />;
    case "refused":
      return (
        <Callout tone="alarm" title="The service refused this payment">
          <p>{describeError(answer.error)}</p>
          <RequestId error={answer.error} />
        </Callout>
      );
  }
}

type TakenProps = { order: TillOrder; payment: TakenPayment; known: PaymentState | undefined };

function Taken({ order, payment, known }: TakenProps) {
  const { paymentId, orderId, veroMetadata } = payment;
  const status = known?.status ?? veroMetadata.paymentStatus;
  const { receiptStatus } = known?.veroMetadata ?? veroMetadata;
  return (
    <div className="space-y-5">
      {known?.status === "requires_confirmation" ? (
        <TillConfirmation order={order} payment={known} />
      ) : null}
      <Facts
        shop={order.shop}
        facts={{ paymentId, orderId, status, receiptStatus }}
        refundedAmount={known?.refundedAmount ?? 0}
        refundingAmount={amountUnderWay(known?.refunds ?? [])}
      />
      <NextDoors order={order} paymentId={paymentId} status={status} receiptStatus={receiptStatus}>
        {known?.status === "succeeded" ? <TillRefund order={order} payment={known} /> : null}
      </NextDoors>
    </div>
  );
}

type FactsProps = {
  shop: TillOrder["shop"];
  facts: {
    paymentId: string;
    orderId: string | null;
    status: PaymentStatus;
    receiptStatus: ReceiptStatus;
  };
  refundedAmount: number;
  /** Accepted by the gateway, and not decided yet. */
  refundingAmount: number;
};

function Facts({ shop, facts, refundedAmount, refundingAmount }: FactsProps) {
  const { paymentId, orderId, status, receiptStatus } = facts;
  return (
    <div className="border border-line bg-slip px-4 py-2 md:px-5">
      <KeyValues
        rows={[
          { name: "Payment", value: <Id text={paymentId} label="payment id" /> },
          { name: "Status", value: <PaymentStatusMark status={status} /> },
          ...(refundedAmount === 0
            ? []
            : [{ name: "Refunded", value: <ShopMoney shop={shop} amount={refundedAmount} /> }]),
          ...(refundingAmount === 0
            ? []
            : [
                {
                  name: "On its way back",
                  value: <ShopMoney shop={shop} amount={refundingAmount} />,
                },
              ]),
          { name: "Receipt", value: <ReceiptStatusMark status={receiptStatus} /> },
          ...(orderId === null
            ? []
            : [{ name: "Gateway’s reference", value: <Id text={orderId} label="reference" /> }]),
        ]}
      />
    </div>
  );
}

function Declined({ error }: { error: ApiError }) {
  const reason = /^reason: ([^;\s]+)/.exec(error.details)?.[1];
  return (
    <Callout tone="warning" title="The gateway declined the card">
      <p>
        {reason ? (
          <>
            Its reason: <code className="font-mono text-xs">{reason}</code>.{" "}
          </>
        ) : null}
        The sale stays open: another card under the same receipt is the next attempt, not a second
        sale.
      </p>
      <RequestId error={error} />
    </Callout>
  );
}

type OpenProps = { order: TillOrder; error: ApiError; state: TillState };

/** No answer: what the service has of the payment is looked up by the till's own references. */
function Open({ order, error, state: { known, lookUp } }: OpenProps) {
  if (!known) {
    return (
      <Callout tone="warning" title="It is not known yet whether it was charged">
        <p>
          {error.code === "service_unavailable"
            ? "The payment provider did not answer. Wait before you take payment another way."
            : describeError(error)}{" "}
          {lookUps[lookUp]}
        </p>
        <PaymentId error={error} />
        <RequestId error={error} />
      </Callout>
    );
  }
  const { paymentId, orderId, status, refundedAmount, refunds, veroMetadata } = known;
  const { receiptStatus } = veroMetadata;
  return (
    <div className="space-y-5">
      {status === "pending" ? (
        <Callout tone="warning" title="It is not known yet whether it was charged">
          <p>
            The payment provider did not answer, so the customer may have been charged. Try again to
            find out, or cancel to make sure that they pay nothing, before you take payment another
            way.
          </p>
          <RequestId error={error} />
          <div className="flex flex-wrap gap-2 pt-2">
            <TillCancel order={order} payment={known} />
          </div>
        </Callout>
      ) : null}
      {status === "requires_confirmation" ? (
        <TillConfirmation order={order} payment={known} />
      ) : null}
      <Facts
        shop={order.shop}
        facts={{ paymentId, orderId, status, receiptStatus }}
        refundedAmount={refundedAmount}
        refundingAmount={amountUnderWay(refunds)}
      />
      <NextDoors order={order} paymentId={paymentId} status={status} receiptStatus={receiptStatus}>
        {status === "succeeded" ? <TillRefund order={order} payment={known} /> : null}
      </NextDoors>
    </div>
  );
}

const lookUps: Record<TillState["lookUp"], string> = {
  running: "Looking it up by its receipt id.",
  found: "The service has it.",
  none: "The service has no payment with this receipt id, so nothing was begun. Try again to take it.",
  failed: "It cannot be looked up either. Nothing is lost: try again to continue the same payment.",
};

function PaymentId({ error: { headers } }: { error: ApiError }) {
  const paymentId = headers.get("x-payment-id");
  return paymentId === null ? null : <Id text={paymentId} label="payment id" />;
}

function RequestId({ error: { requestId } }: { error: ApiError }) {
  return requestId ? (
    <p className="font-mono text-xs wrap-anywhere text-muted">{requestId}</p>
  ) : null;
}

function Id({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex items-center gap-1 [&_button]:-my-2">
      <code className="min-w-0 font-mono text-xs wrap-anywhere">{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
