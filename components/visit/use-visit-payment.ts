import { useEffect, useState } from "react";
import { useTillPayment } from "#components/terminal/use-till-payment.ts";
import { SESSION_HEADER, VISIT } from "#lib/accounts/contract-wallet.ts";
import { beginSale, type Sale } from "#lib/terminal/basket.ts";
import { useRefreshVisit, type VisitState } from "./use-visit.ts";
import { buildVisitPayment, presentCard } from "./visit-calls.ts";
import type { OwnCard } from "./visit-card.ts";
import { layOutPurchase, counterShop as shop } from "./visit-counter.ts";
import { addToRecord } from "./visit-record.ts";

/** The till of a visit: one card, and one basket after another. */
export function useVisitPayment(
  card: OwnCard,
  { visitId, payments }: Pick<VisitState, "visitId" | "payments">,
) {
  const { payment, begin, leave } = useTillPayment();
  // One sale until it is paid: another tap after a failure is another attempt at it.
  const [sale, setSale] = useState<Sale>(beginSale);
  const paid = payments.filter(({ paymentStatus }) => paymentStatus === "succeeded").length;
  const [totals, setTotals] = useState(() => layOutPurchase(paid));
  const refresh = useRefreshVisit();
  const answer = payment?.progress.state === "answered" ? payment.progress.answer : undefined;
  const isTaken = answer?.kind === "taken";
  useEffect(() => {
    if (isTaken) void refresh();
  }, [isTaken, refresh]);

  const tap = () => {
    const tapped = { ...sale, tappedAt: Date.now() };
    // Before it is sent: the page may be gone when the answer comes.
    addToRecord(visitId, { taps: { [sale.receiptId]: tapped.tappedAt } });
    begin({
      environment: "demo",
      gateway: "gateway_one",
      body: buildVisitPayment({ card, sale: tapped, totals }),
      headers: { [SESSION_HEADER]: VISIT },
      shop,
      total: totals.total,
      rest: 0,
      card: presentCard(card),
      isSandbox: true,
    });
  };
  const startNext = () => {
    setSale(beginSale());
    setTotals(layOutPurchase(paid));
    leave();
  };
  return { payment, totals, tap, retry: leave, leave: startNext };
}

export type VisitTill = ReturnType<typeof useVisitPayment>;
