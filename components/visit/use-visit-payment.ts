import { useEffect, useState } from "react";
import { useTillPayment } from "#components/terminal/use-till-payment.ts";
import { SESSION_HEADER, VISIT } from "#lib/accounts/contract-wallet.ts";
import { beginSale, type Sale } from "#lib/terminal/basket.ts";
import { loadTap } from "#lib/terminal/load-tap.ts";
import { paymentOf } from "#lib/terminal/payment-answer.ts";
import { createTestCardNumber, hashCardNumber } from "#lib/wallet/card-number.ts";
import { followClaims } from "./follow-claims.ts";
import { useRefreshVisit, type VisitState } from "./use-visit.ts";
import { buildVisitPayment, presentCard } from "./visit-calls.ts";
import type { OwnCard } from "./visit-card.ts";
import { layOutPurchase, counterShop as shop } from "./visit-counter.ts";
import { addToRecord, type VisitRecord } from "./visit-record.ts";

const none = {};

/** The till of a visit: one card, and one basket after another. */
export function useVisitPayment(
  card: OwnCard,
  { visitId, payments }: Pick<VisitState, "visitId" | "payments">,
  { others = none }: VisitRecord,
) {
  const { payment, begin, leave } = useTillPayment();
  // One sale until it is paid: another tap after a failure is another attempt at it.
  const [sale, setSale] = useState<Sale>(beginSale);
  const paid = payments.filter(({ paymentStatus }) => paymentStatus === "succeeded").length;
  const [totals, setTotals] = useState(() => layOutPurchase(paid));
  const refresh = useRefreshVisit();
  // Before it is needed: the card is on its way for a second.
  useEffect(() => void loadTap().catch(() => undefined), []);
  const answer = payment?.progress.state === "answered" ? payment.progress.answer : undefined;
  const taken = paymentOf(answer);
  const isTaken = taken !== undefined;
  const claimCode = taken?.veroMetadata.claimCode;
  useEffect(() => {
    if (isTaken) void refresh();
  }, [isTaken, refresh]);
  const { receiptId } = sale;
  const other = others[receiptId];
  useEffect(() => {
    const followed = followClaims(others, payments, { receiptId, claimCode });
    if (followed) addToRecord(visitId, { others: followed });
  }, [visitId, others, payments, receiptId, claimCode]);

  const payWith = (paidWith: Pick<OwnCard, "hashedPan" | "last4">) => {
    const tapped = { ...sale, tappedAt: Date.now() };
    // Before it is sent: the page may be gone when the answer comes.
    addToRecord(visitId, { taps: { [receiptId]: tapped.tappedAt } });
    begin({
      environment: "demo",
      gateway: "gateway_one",
      body: buildVisitPayment({ card: paidWith, sale: tapped, totals }),
      sealedAt: "till",
      headers: { [SESSION_HEADER]: VISIT },
      shop,
      total: totals.total,
      card: presentCard(paidWith),
      isSandbox: true,
    });
  };
  /** A card of which nothing is kept but its hash: the receipt waits for a code to be scanned. */
  const tapOther = async () => {
    const number = createTestCardNumber();
    const paidWith = { hashedPan: await hashCardNumber(number), last4: number.slice(-4) };
    addToRecord(visitId, { others: { [receiptId]: paidWith } });
    payWith(paidWith);
  };
  // A sale that another card has begun to pay is that card's until it is over: a retry is the same request.
  const tap = () => payWith(other ?? card);
  const startNext = () => {
    setSale(beginSale());
    setTotals(layOutPurchase(paid));
    leave();
  };
  return { payment, totals, tap, tapOther: () => void tapOther(), retry: leave, leave: startNext };
}

export type VisitTill = ReturnType<typeof useVisitPayment>;
