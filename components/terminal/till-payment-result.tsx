"use client";

import { amountUnderWay } from "#components/payments/refund-draft.ts";
import type { PaymentState } from "#components/payments/use-payment-changes.ts";
import { Callout } from "#components/ui/callout.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { describeError } from "#lib/browser/describe-error.ts";
import { ApiError } from "#lib/client/api-error.ts";
import type { CreatedPayment } from "#lib/client/payments.ts";
import { ClaimCode, findClaimCode, ReceiptTaken } from "./claim-code.tsx";
import { NextDoors } from "./next-doors.tsx";
import { TillFacts, TillId, TillKnownPayment } from "./till-known-payment.tsx";
import { TillRefund } from "./till-refund.tsx";
import { TillConfirmation } from "./till-undecided.tsx";
import type { PaymentProgress, TillOrder } from "./use-till-payment.ts";
import type { TillState } from "./use-till-state.ts";

type TillPaymentResultProps = { order: TillOrder; progress: PaymentProgress; state: TillState };

/** The outcome of the payment, and links to where it can be seen. */
export function TillPaymentResult({ order, progress, state }: TillPaymentResultProps) {
  if (progress.state === "broken") return <ErrorCallout error={progress.error} />;
  if (progress.state !== "answered") return null;
  const { answer } = progress;
  const { known } = state;
  switch (answer.state) {
    case "paid":
    case "requires_confirmation":
      return <Taken order={order} payment={answer.payment} known={known} />;
    case "declined":
      return <Declined error={answer.error} />;
    case "undecided":
      return <Open order={order} error={answer.error} state={state} />;
    case "refused":
      return <Refused order={order} error={answer.error} known={known} />;
    case "not_begun":
      return <NotBegun error={answer.error} />;
  }
}

type TakenProps = { order: TillOrder; payment: CreatedPayment; known: PaymentState | undefined };

function Taken({ order, payment, known }: TakenProps) {
  const { paymentId, orderId, veroMetadata } = payment;
  const status = known?.status ?? veroMetadata.paymentStatus;
  const { receiptStatus } = known?.veroMetadata ?? veroMetadata;
  const { claimCode } = veroMetadata;
  const code = findClaimCode({ paymentStatus: status, receiptStatus, claimCode });
  return (
    <div className="space-y-5">
      {code ? <ClaimCode code={code} /> : null}
      {claimCode && receiptStatus === "sealed" ? <ReceiptTaken /> : null}
      {known?.status === "requires_confirmation" ? (
        <TillConfirmation order={order} payment={known} />
      ) : null}
      {receiptStatus === "escrowed" ? (
        <Callout tone="warning" title="The service can open this receipt until a wallet has it">
          <p>
            No wallet has this {order.card.kind === "phone_number" ? "phone number" : "card"} yet,
            so the receipt is sealed to a key of the service.
          </p>
        </Callout>
      ) : null}
      <TillFacts
        shop={order.shop}
        facts={{ paymentId, orderId, status, receiptStatus }}
        refundedAmount={known?.refundedAmount ?? 0}
        refundingAmount={amountUnderWay(known?.refunds ?? [])}
      />
      <NextDoors {...{ order, paymentId, status, receiptStatus }} hadCode={claimCode !== undefined}>
        {known?.status === "succeeded" ? <TillRefund order={order} payment={known} /> : null}
      </NextDoors>
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

type RefusedProps = { order: TillOrder; error: ApiError; known: PaymentState | undefined };

/** A conflict is about a payment that this sale has already: its own answer was lost. */
function Refused({ order, error, known }: RefusedProps) {
  const rules = error.fields;
  return (
    <div className="space-y-5">
      {known ? (
        <Callout tone="warning" title="This sale has a payment already">
          <p>An earlier request reached the service, so nothing more was charged.</p>
          <RequestId error={error} />
        </Callout>
      ) : (
        <Callout tone="alarm" title="The service refused this payment">
          {rules.length === 0 ? <p>{describeError(error)}</p> : null}
          {rules.map(({ path, reason }) => (
            <p key={path}>
              <code className="font-mono text-xs">{path}</code>: {reason}.
            </p>
          ))}
          <RequestId error={error} />
        </Callout>
      )}
      {known ? <TillKnownPayment order={order} known={known} /> : null}
    </div>
  );
}

/** The receipt is sealed before anything is sent, and that takes a key from the service. */
function NotBegun({ error }: { error: Error }) {
  return (
    <Callout tone="warning" title="No payment was sent, and nothing was charged">
      <p>
        {error instanceof ApiError
          ? "The receipt was not sealed: the service did not name a key for it."
          : "The receipt could not be sealed on this page."}{" "}
        {describeError(error)}
      </p>
      {error instanceof ApiError ? <RequestId error={error} /> : null}
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
          {lookUpWords[lookUp]}
        </p>
        <PaymentId error={error} />
        <RequestId error={error} />
      </Callout>
    );
  }
  return (
    <TillKnownPayment order={order} known={known}>
      <RequestId error={error} />
    </TillKnownPayment>
  );
}

const lookUpWords: Record<TillState["lookUp"], string> = {
  running: "Looking it up by its receipt id.",
  found: "The service has it.",
  none: "The service has no payment with this receipt id so far. Try again to take the same payment.",
  failed: "It cannot be looked up either. Nothing is lost: try again to continue the same payment.",
};

function PaymentId({ error: { headers } }: { error: ApiError }) {
  const paymentId = headers.get("x-payment-id");
  return paymentId === null ? null : <TillId text={paymentId} label="payment id" />;
}

function RequestId({ error: { requestId } }: { error: ApiError }) {
  return requestId ? (
    <p className="font-mono text-xs wrap-anywhere text-muted">{requestId}</p>
  ) : null;
}
