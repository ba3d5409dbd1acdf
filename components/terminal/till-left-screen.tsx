"use client";

import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import { getShop } from "#lib/terminal/shops.ts";
import { countParts, type PaidPart, sumParts } from "#lib/terminal/split-tender.ts";
import { computeTotals } from "#lib/terminal/totals.ts";
import { BasketSlip } from "./basket-slip.tsx";
import { Reader } from "./reader.tsx";
import { RestButton } from "./rest-button.tsx";
import { restOfSale } from "./rest-of-sale.ts";
import { bigButton, TillColumns, useHeadingFocus } from "./till-columns.tsx";
import { TillKnownPayment } from "./till-known-payment.tsx";
import type { TillSale } from "./use-till-payment.ts";
import { outcomeOfLeft, type TillOutcome, type TillState, useTillState } from "./use-till-state.ts";

type TillLeftScreenProps = {
  payment: KeptPayment;
  /** Whether its sale fits on the counter. */
  canResume: boolean;
  kept: readonly KeptPayment[];
  onClose: (outcome: TillOutcome, paid: PaidPart | undefined) => void;
  /** The same sale, under the same references, with a card. */
  onResume: () => void;
  /** `parts`: all that cards have paid; `paid`: what this one has paid of it. */
  onRest: (parts: PaidPart[], paid: PaidPart | undefined) => void;
  onSettleFirst: (first: KeptPayment, paid: PaidPart | undefined) => void;
  /** Leaves it as it is. */
  onSetAside: () => void;
};

/** A payment that was sent before this page was loaded, or was set aside, as the service has it. */
export function TillLeftScreen({
  payment,
  canResume,
  kept,
  onClose,
  onResume,
  onRest,
  onSettleFirst,
  onSetAside,
}: TillLeftScreenProps) {
  const heading = useHeadingFocus();
  const shop = getShop(payment.shopId);
  const totals = computeTotals(shop, payment.basket, payment.tip);
  const { environment, gateway, isSandbox, sale, parts, part } = payment;
  const total = part ?? totals.total - sumParts(parts);
  const order = { environment, gateway, isSandbox, shop, total, body: sale };
  const state = useTillState(order, { kind: "look_up" });
  const outcome = outcomeOfLeft(payment, state);
  const isUnpaid = outcome === "unpaid" || outcome === "refused";
  const { known } = state;
  const paymentId = known?.paymentId;
  const saleTotal = totals.total;
  const { rest, paid } = restOfSale({ order, paymentId, known, saleTotal, parts, kept });
  const isRestDue = outcome === "paid" && rest.kind !== "none";
  const counted = countParts({ total: saleTotal, sale, parts }, kept);
  // Closed instead, the parts that were paid would be forgotten.
  const isUnfinished = isRestDue || (isUnpaid && counted.parts.length > 0 && counted.left > 0);
  return (
    <TillColumns
      slip={<BasketSlip shop={shop} totals={totals} />}
      action={
        <div className="space-y-2">
          {isUnpaid && canResume && counted.left > 0 ? (
            <Button className={bigButton} onClick={onResume}>
              {outcome === "refused" ? "Back to the card" : "Try another card"}
            </Button>
          ) : null}
          {isRestDue && (canResume || rest.kind === "undecided") ? (
            <RestButton
              shop={shop}
              rest={rest}
              onRest={(all) => onRest(all, paid)}
              onSettleFirst={(first) => onSettleFirst(first, paid)}
            />
          ) : null}
          <Button
            className={bigButton}
            look={outcome === "paid" && !isRestDue ? "primary" : "secondary"}
            onClick={() => (isUnfinished ? onSetAside() : onClose(outcome, paid))}
          >
            {payment.isSettled
              ? "Back to the sale"
              : !isUnfinished && (outcome === "paid" || isUnpaid)
                ? "New sale"
                : "Set it aside"}
          </Button>
        </div>
      }
    >
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-3xl font-medium tracking-[-0.03em] text-balance outline-none"
      >
        Payment at <span data-stored="receipt.shop">{shop.merchantName}</span>
      </h1>
      <Left order={order} isSettled={payment.isSettled} state={state} outcome={outcome} />
    </TillColumns>
  );
}

type LeftProps = { order: TillSale; isSettled: boolean; state: TillState; outcome: TillOutcome };

function Left({ order, isSettled, state: { known, lookUp }, outcome }: LeftProps) {
  if (outcome === "refused") {
    return (
      <Callout tone="note" title="Nothing was charged">
        <p>
          The till was left before its request arrived: the service has no payment with this receipt
          id, and the request can no longer arrive. Take it again with a card.
        </p>
      </Callout>
    );
  }
  return (
    <>
      <Reader order={order} progress={{ state: "left" }} known={known} />
      {known ? (
        <>
          {known.status === "succeeded" && !isSettled ? (
            <Callout tone="good" title="This payment was taken">
              <p>Its request was sent before this page was loaded. Do not charge it again.</p>
            </Callout>
          ) : null}
          <TillKnownPayment order={order} known={known} />
        </>
      ) : (
        <Callout tone="warning" title="This payment was sent, and may have been charged">
          <p>{lookUpWords[lookUp]}</p>
        </Callout>
      )}
    </>
  );
}

const lookUpWords: Record<TillState["lookUp"], string> = {
  running: "Its receipt id is looked up now.",
  found: "The service has it.",
  none: "The service has no payment with this receipt id so far, but the request may still arrive for about three minutes after it was sent. This page keeps looking: do not take payment another way until it knows.",
  failed:
    "The service cannot be reached to find out. This page keeps trying: do not take payment another way until it knows.",
};
