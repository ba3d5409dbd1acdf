import { Callout } from "#components/ui/callout.tsx";
import { ErrorCallout } from "#components/ui/error-callout.tsx";
import { InSight } from "#components/ui/in-sight.tsx";
import { formatMoney } from "#lib/core/money.ts";
import type { RefundableSale } from "./refund-draft.ts";
import type { RefundProgress } from "./use-payment-changes.ts";

type RefundNoteProps = { sale: Pick<RefundableSale, "currency">; progress: RefundProgress };

/** Whether the last refund needs attention once its dialog is closed. */
export function needsAttention(progress: RefundProgress): boolean {
  if (progress.state === "answered") return progress.refund.refundStatus === "failed";
  return progress.state === "open" || progress.state === "refused";
}

/** The message about the last refund. */
export function RefundNote({ sale: { currency }, progress }: RefundNoteProps) {
  const money = (amount = 0) => formatMoney({ amount, currency }, "en-US");
  switch (progress.state) {
    case "refused":
      return <ErrorCallout title="Nothing was refunded" error={progress.error} />;
    case "open":
      return (
        <InSight>
          {progress.recorded ? (
            <Callout
              tone="warning"
              title={`The refund of ${money(progress.body.amount)} is recorded`}
            >
              <p>
                The gateway has not confirmed it yet. The service keeps asking by itself, and the
                payment shows what becomes of it.
              </p>
            </Callout>
          ) : (
            <Callout tone="warning" title="It is not known yet whether this was refunded">
              <p>
                There was no answer. Ask again: under the same reference,{" "}
                {money(progress.body.amount)} is refunded once, however often it is sent.
              </p>
            </Callout>
          )}
        </InSight>
      );
    case "answered":
      return (
        <InSight>
          <Answered refund={progress.refund} money={money} />
        </InSight>
      );
    default:
      return null;
  }
}

type AnsweredProps = {
  refund: RefundableSale["refunds"][number];
  money: (amount: number) => string;
};

function Answered({ refund: { amount, failureReason, refundStatus }, money }: AnsweredProps) {
  if (refundStatus === "failed") {
    return (
      <Callout tone="alarm" title={`The gateway refused the refund of ${money(amount)}`}>
        <p>{failureReason ? `Its reason: ${failureReason}. ` : ""}The customer got nothing back.</p>
      </Callout>
    );
  }
  if (refundStatus === "pending") {
    return (
      <Callout tone="note" title={`${money(amount)} is on its way back`}>
        <p>The gateway accepted the refund and will decide on it later.</p>
      </Callout>
    );
  }
  return <Callout tone="good">{money(amount)} went back to the customer’s card.</Callout>;
}
