import type { ReactNode } from "react";
import { PaymentStatusMark } from "#components/payments/payment-status.tsx";
import { amountUnderWay } from "#components/payments/refund-draft.ts";
import type { PaymentState } from "#components/payments/use-payment-changes.ts";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import type { PaymentStatus, ReceiptStatus } from "#lib/core/vocabulary.ts";
import { NextDoors } from "./next-doors.tsx";
import { ShopMoney } from "./shop-money.tsx";
import { TillRefund } from "./till-refund.tsx";
import { TillCancel, TillConfirmation } from "./till-undecided.tsx";
import type { TillSale } from "./use-till-payment.ts";

type TillKnownPaymentProps = {
  order: TillSale;
  known: PaymentState;
  /** About the request that got no answer. */
  children?: ReactNode;
};

/** A payment that the service has, though the till got no answer about it. */
export function TillKnownPayment({ order, known, children }: TillKnownPaymentProps) {
  const { paymentId, orderId, status, refundedAmount, refunds, veroMetadata } = known;
  const { receiptStatus } = veroMetadata;
  return (
    <div className="space-y-5">
      {status === "pending" ? (
        <Callout tone="warning" title="It is not known yet whether it was charged">
          <p>
            The payment provider did not answer, so the customer may have been charged. The service
            keeps asking, and this page follows. Cancel the payment to make sure that they pay
            nothing, before you take payment another way.
          </p>
          {children}
          <div className="flex flex-wrap gap-2 pt-2">
            <TillCancel order={order} payment={known} />
          </div>
        </Callout>
      ) : null}
      {status === "requires_confirmation" ? (
        <TillConfirmation order={order} payment={known} />
      ) : null}
      <TillFacts
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

type TillFactsProps = {
  shop: TillSale["shop"];
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

export function TillFacts({ shop, facts, refundedAmount, refundingAmount }: TillFactsProps) {
  const { paymentId, orderId, status, receiptStatus } = facts;
  return (
    <div className="border border-line bg-slip px-4 py-2 md:px-5">
      <KeyValues
        rows={[
          { name: "Payment", value: <TillId text={paymentId} label="payment id" /> },
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
            : [
                { name: "Gateway’s reference", value: <TillId text={orderId} label="reference" /> },
              ]),
        ]}
      />
    </div>
  );
}

export function TillId({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex items-center gap-1 [&_button]:-my-2">
      <code className="min-w-0 font-mono text-xs wrap-anywhere">{text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}
