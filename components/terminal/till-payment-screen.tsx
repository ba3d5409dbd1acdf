"use client";

import type { PaymentState } from "#components/payments/use-payment-changes.ts";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import { paymentOf } from "#lib/terminal/payment-answer.ts";
import type { PaidPart } from "#lib/terminal/split-tender.ts";
import { PaidSlip } from "./paid-slip.tsx";
import { PaymentAttempts } from "./payment-attempts.tsx";
import { Reader } from "./reader.tsx";
import { RestButton } from "./rest-button.tsx";
import { restOfSale } from "./rest-of-sale.ts";
import { bigButton, TillColumns, useHeadingFocus } from "./till-columns.tsx";
import { TillPaymentResult } from "./till-payment-result.tsx";
import type { PaymentProgress, TillPayment } from "./use-till-payment.ts";
import { outcomeOf, sourceOf, type TillOutcome, useTillState } from "./use-till-state.ts";

type TillPaymentScreenProps = {
  payment: TillPayment;
  /** The whole sale, and what other cards had paid of it, which must not be left behind. */
  sold: { total: number; parts: readonly PaidPart[] };
  kept: readonly KeptPayment[];
  onNewSale: (outcome: TillOutcome, paid: PaidPart | undefined) => void;
  /** The same sale with another card, or with the same one again. */
  onOtherCard: () => void;
  /** `parts`: all that cards have paid; `paid`: what this one has paid of it. */
  onRest: (parts: PaidPart[], paid: PaidPart | undefined) => void;
  onSettleFirst: (first: KeptPayment, paid: PaidPart | undefined) => void;
};

// What the service received explains the payment, and is not its result: that is here before the tap.
const ReceivedPanel = loadedLater(async () => (await import("./received-panel.tsx")).ReceivedPanel);

/** From the tap to the answer, and what the service sees of it. */
export function TillPaymentScreen({ payment, sold, kept, ...on }: TillPaymentScreenProps) {
  const { order, sealed, progress, attempts } = payment;
  const heading = useHeadingFocus();
  const answer = progress.state === "answered" ? progress.answer : undefined;
  const state = useTillState(order, sourceOf(answer));
  const { known } = state;
  const outcome = outcomeOf(progress, known);
  return (
    <div className="space-y-10">
      <TillColumns
        slip={<PaidSlip order={order} answer={answer} known={known} />}
        action={<PaymentAction {...{ payment, known, outcome, sold, kept, ...on }} />}
      >
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-3xl font-medium tracking-[-0.03em] text-balance outline-none"
        >
          Payment at <span data-stored="receipt.shop">{order.shop.merchantName}</span>
        </h1>
        <Reader order={order} progress={progress} known={known} />
        <PaymentAttempts attempts={attempts} progress={progress} sale={order.body} />
        <TillPaymentResult order={order} progress={progress} state={state} />
      </TillColumns>
      {answer && answer.state !== "not_begun" ? (
        <ReceivedPanel order={order} sealed={sealed} answer={answer} />
      ) : null}
    </div>
  );
}

type PaymentActionProps = TillPaymentScreenProps & {
  known: PaymentState | undefined;
  outcome: TillOutcome;
};

/** What the cashier does next. */
function PaymentAction({ payment, known, outcome, sold, kept, ...on }: PaymentActionProps) {
  const { order, progress, again } = payment;
  const answer = progress.state === "answered" ? progress.answer : undefined;
  const answered = paymentOf(answer)?.paymentId;
  const isOpen = outcome === "open" || outcome === "waiting";
  const isUnpaid = outcome === "unpaid" || outcome === "refused";
  const { rest, paid } = restOfSale({
    order,
    paymentId: known?.paymentId ?? answered,
    known,
    saleTotal: sold.total,
    parts: sold.parts,
    kept,
  });
  const isRestDue = outcome === "paid" && rest.kind !== "none";
  return (
    <div className="space-y-2">
      {canAskAgain(progress, isOpen) ? (
        <Button className={bigButton} onClick={again}>
          Try again
        </Button>
      ) : null}
      {isUnpaid ? (
        <Button
          className={bigButton}
          look={canAskAgain(progress, isOpen) ? "secondary" : "primary"}
          onClick={on.onOtherCard}
        >
          {outcome === "refused" ? "Back to the card" : "Try another card"}
        </Button>
      ) : null}
      {isRestDue ? (
        <RestButton
          shop={order.shop}
          rest={rest}
          onRest={(parts) => on.onRest(parts, paid)}
          onSettleFirst={(first) => on.onSettleFirst(first, paid)}
        />
      ) : null}
      {isRestDue || (isUnpaid && sold.parts.length > 0) ? null : (
        <Button
          className={bigButton}
          look={outcome === "paid" ? "primary" : "secondary"}
          disabled={outcome === "running"}
          onClick={() => on.onNewSale(outcome, paid)}
        >
          {isOpen ? "Set it aside" : "New sale"}
        </Button>
      )}
    </div>
  );
}

function canAskAgain(progress: PaymentProgress, isOpen: boolean): boolean {
  const answered = progress.state === "answered" ? progress.answer.state : undefined;
  if (answered === "not_begun") return true;
  return isOpen && (progress.state === "broken" || answered === "undecided");
}
