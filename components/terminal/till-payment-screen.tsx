"use client";

import { Button } from "#components/ui/button.tsx";
import { PaidSlip } from "./paid-slip.tsx";
import { PaymentAttempts } from "./payment-attempts.tsx";
import { Reader } from "./reader.tsx";
import { ReceivedPanel } from "./received-panel.tsx";
import { bigButton, TillColumns, useHeadingFocus } from "./till-columns.tsx";
import { TillPaymentResult } from "./till-payment-result.tsx";
import type { TillPayment } from "./use-till-payment.ts";

type TillPaymentScreenProps = {
  payment: TillPayment;
  onNewSale: () => void;
  /** The same sale with another card, or with the same one again. */
  onOtherCard: () => void;
};

/** From the tap to the answer, and what the service sees of it. */
export function TillPaymentScreen({ payment, onNewSale, onOtherCard }: TillPaymentScreenProps) {
  const { order, progress, attempts, again } = payment;
  const heading = useHeadingFocus();
  const answer = progress.state === "answered" ? progress.answer : undefined;
  const isOver = progress.state === "answered" || progress.state === "broken";
  const isUndecided = answer?.kind === "open" || progress.state === "broken";
  return (
    <div className="space-y-10">
      <TillColumns
        slip={<PaidSlip order={order} answer={answer} />}
        action={
          <div className="space-y-2">
            {isUndecided ? (
              <Button className={bigButton} onClick={again}>
                Try again
              </Button>
            ) : null}
            {answer?.kind === "declined" || answer?.kind === "refused" ? (
              <Button className={bigButton} onClick={onOtherCard}>
                {answer.kind === "declined" ? "Try another card" : "Back to the card"}
              </Button>
            ) : null}
            <Button
              className={bigButton}
              look={answer?.kind === "taken" ? "primary" : "secondary"}
              disabled={!isOver}
              onClick={onNewSale}
            >
              {isUndecided ? "Set it aside" : "New sale"}
            </Button>
          </div>
        }
      >
        <h1 ref={heading} tabIndex={-1} className="sr-only">
          Payment at {order.shop.merchantName}
        </h1>
        <Reader order={order} progress={progress} />
        <PaymentAttempts attempts={attempts} progress={progress} sale={order.body} />
        <TillPaymentResult order={order} progress={progress} />
      </TillColumns>
      {answer ? <ReceivedPanel order={order} answer={answer} /> : null}
    </div>
  );
}
