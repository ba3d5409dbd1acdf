"use client";

import { ArrowUpRight, LayoutDashboard, Wallet } from "lucide-react";
import { PaymentStatusMark } from "#components/payments/payment-status.tsx";
import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { CopyButton } from "#components/ui/copy.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import type { ApiError } from "#lib/browser/api-error.ts";
import { describeError } from "#lib/browser/describe-error.ts";
import type { TakenPayment } from "#lib/terminal/take-payment.ts";
import type { PaymentProgress, TillOrder } from "./use-till-payment.ts";

type TillPaymentResultProps = { order: TillOrder; progress: PaymentProgress };

/** What came of the payment, and where it is to be seen from here. */
export function TillPaymentResult({ order, progress }: TillPaymentResultProps) {
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
        <Callout tone="alarm" title="The service refused this payment">
          <p>{describeError(answer.error)}</p>
          <RequestId error={answer.error} />
        </Callout>
      );
  }
}

function Taken({ order, payment }: { order: TillOrder; payment: TakenPayment }) {
  const { paymentId, orderId, veroMetadata } = payment;
  const { receiptStatus, paymentStatus } = veroMetadata;
  return (
    <div className="space-y-5">
      <div className="border border-line bg-slip px-4 py-2 md:px-5">
        <KeyValues
          rows={[
            { name: "Payment", value: <Id text={paymentId} label="payment id" /> },
            { name: "Status", value: <PaymentStatusMark status={paymentStatus} /> },
            { name: "Receipt", value: <ReceiptStatusMark status={receiptStatus} /> },
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
        The sale stays open: another card under the same receipt is the next attempt, not a second
        sale.
      </p>
      <RequestId error={error} />
    </Callout>
  );
}

function Open({ error }: { error: ApiError }) {
  return (
    <Callout tone="warning" title="It is not known yet whether it was charged">
      <p>
        {describeError(error)} Nothing is lost: the receipt is sealed and stored before the gateway
        is called. Try again to continue the same payment; if you set it aside, the service finishes
        it on its own.
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

type NextDoorsProps = { order: TillOrder; paymentId: string; escrowed: boolean };

/** To the payment as the merchant sees it, and to the receipt as the cardholder does. */
function NextDoors({ order, paymentId, escrowed }: NextDoorsProps) {
  const { environment, card } = order;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        <ButtonLink
          href={`/merchant/payments/${paymentId}?environment=${environment}`}
          prefetch={false}
          look="secondary"
          icon={LayoutDashboard}
        >
          View it in the console
        </ButtonLink>
        {/* In a tab of its own: the terminal keeps its sale. */}
        <ButtonLink href="/wallet" prefetch={false} target="_blank" look="secondary" icon={Wallet}>
          Open the wallet
          <ArrowUpRight aria-hidden="true" className="size-4" />
          <span className="sr-only">, in a new tab</span>
        </ButtonLink>
      </div>
      <p className="max-w-[65ch] text-sm text-muted text-pretty">
        {escrowed
          ? `Nobody has registered the card ending in ${card.last4} yet: its receipt waits in escrow, and is handed over when a wallet adds the card.`
          : `The card ending in ${card.last4} is registered: its receipt is now in the cardholder’s wallet, and only that wallet opens it.`}{" "}
        {environment === "development" ? "" : "The demo wallet shows only development."}
      </p>
    </div>
  );
}
