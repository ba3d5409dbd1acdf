"use client";

import { isUndecidedStatus } from "#components/payments/payment-status.tsx";
import { Button } from "#components/ui/button.tsx";
import { PaidSlip } from "./paid-slip.tsx";
import { PaymentAttempts } from "./payment-attempts.tsx";
import { Reader } from "./reader.tsx";
import { ReceivedPanel } from "./received-panel.tsx";
import { bigButton, TillColumns, useHeadingFocus } from "./till-columns.tsx";
import { TillPaymentResult } from "./till-payment-result.tsx";
import type { TillPayment } from "./use-till-payment.ts";
import { useTillState } from "./use-till-state.ts";

type TillPaymentScreenProps = {
  payment: TillPayment;
  onNewSale: () => void;
  /** The same sale with another card, or with the same one again. */
  onOtherCard: () => void;
};

/** From the tap to the answer, and what the service sees of it. */
export function TillPaymentScreen({ payment, onNewSale, onOtherCard }: TillPaymentScreenProps) {
  const { order, progress, attempts, again, isReopened } = payment;
  const heading = useHeadingFocus();
  const answer = progress.state === "answered" ? progress.answer : undefined;
  const state = useTillState(order, answer);
  const { known } = state;
  const isOver = progress.state === "answered" || progress.state === "broken";
  const isFinal = known !== undefined && !isUndecidedStatus(known.status);
  const isOpen = (answer?.kind === "open" && !isFinal) || progress.state === "broken";
  const answered = answer?.kind === "taken" ? answer.payment.veroMetadata : undefined;
  const isPaid = (known?.status ?? answered?.paymentStatus) === "succeeded";
  const isUnpaid = known?.status === "failed" || known?.status === "canceled";
  return (
    <div className="space-y-10">
      <TillColumns
        slip={<PaidSlip order={order} answer={answer} known={known} />}
        action={
          <div className="space-y-2">
            {isOpen ? (
              <Button className={bigButton} onClick={again}>
                Try again
              </Button>
            ) : null}
            {answer?.kind === "declined" || answer?.kind === "refused" || isUnpaid ? (
              <Button className={bigButton} onClick={onOtherCard}>
                {answer?.kind === "refused" ? "Back to the card" : "Try another card"}
              </Button>
            ) : null}
            <Button
              className={bigButton}
              look={isPaid ? "primary" : "secondary"}
              disabled={!isOver}
              onClick={onNewSale}
            >
              {isOpen ? "Set it aside" : isReopened ? "Back to the sale" : "New sale"}
            </Button>
          </div>
        }
      >
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-3xl font-medium tracking-[-0.03em] text-balance outline-none"
        >
          Payment at {order.shop.merchantName}
        </h1>
        <Reader order={order} progress={progress} known={known} />
        <PaymentAttempts attempts={attempts} progress={progress} sale={order.body} />
        <TillPaymentResult order={order} progress={progress} state={state} />
      </TillColumns>
      {answer ? <ReceivedPanel order={order} answer={answer} /> : null}
    </div>
  );
}
