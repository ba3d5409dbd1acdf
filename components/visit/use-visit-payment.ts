import { useEffect, useState } from "react";
import { type TillOrder, useTillPayment } from "#components/terminal/use-till-payment.ts";
import { SESSION_HEADER, VISIT } from "#lib/accounts/contract-wallet.ts";
import { beginSale, type Sale } from "#lib/terminal/basket.ts";
import { buildPaymentBody } from "#lib/terminal/payment-body.ts";
import { useRefreshVisit, type VisitState } from "./use-visit.ts";
import type { OwnCard } from "./visit-card.ts";
import { layOutPurchase, counterShop as shop } from "./visit-counter.ts";

const environment = "development";
const gateway = "gateway_one";

/** The till of a visit: one card, and one basket after another. */
export function useVisitPayment(card: OwnCard, { payments }: Pick<VisitState, "payments">) {
  const { payment, begin, leave } = useTillPayment();
  // One sale until it is paid: another tap after a failure is another attempt at it.
  const [sale, setSale] = useState<Sale>(() => beginSale(shop));
  const paid = payments.filter(({ paymentStatus }) => paymentStatus === "succeeded").length;
  const [totals, setTotals] = useState(() => layOutPurchase(paid));
  const [order, setOrder] = useState<TillOrder>();
  const refresh = useRefreshVisit();
  const answer = payment?.progress.state === "answered" ? payment.progress.answer : undefined;
  const paidId = answer?.kind === "taken" ? answer.payment.paymentId : undefined;
  useEffect(() => {
    if (paidId) void refresh();
  }, [paidId, refresh]);

  const tap = () => {
    const { hashedPan, last4 } = card;
    const paying = { hashedPan, last4, brand: "Test card" };
    const fields = { paymentMethod: "contactless" };
    const now = new Date();
    const body = buildPaymentBody({ shop, sale, totals, card: paying, gateway, fields, now });
    const headers = { [SESSION_HEADER]: VISIT };
    const total = totals.total;
    const tapped = { environment, gateway, body, headers, shop, total, card: paying } as const;
    setOrder({ ...tapped, isSandbox: true });
    begin({ ...tapped, isSandbox: true });
  };
  const startNext = () => {
    setSale(beginSale(shop));
    setTotals(layOutPurchase(paid));
    setOrder(undefined);
    leave();
  };
  return { payment, order, totals, tap, retry: leave, leave: startNext };
}

export type VisitTill = ReturnType<typeof useVisitPayment>;
