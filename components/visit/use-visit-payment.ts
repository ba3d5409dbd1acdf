import { useEffect, useState } from "react";
import { type TillOrder, useTillPayment } from "#components/terminal/use-till-payment.ts";
import { SESSION_HEADER, VISIT } from "#lib/accounts/contract-wallet.ts";
import { addItem, type Basket, beginSale, type Sale } from "#lib/terminal/basket.ts";
import { buildPaymentBody } from "#lib/terminal/payment-body.ts";
import { shops } from "#lib/terminal/shops.ts";
import { computeTotals } from "#lib/terminal/totals.ts";
import { useRefreshVisit } from "./use-visit.ts";
import type { OwnCard } from "./visit-card.ts";

const [cafe] = shops;
const basket: Basket = addItem(addItem([], "flat-white"), "croissant");

/** What is on the counter of the visit's till. */
export const counter = { shop: cafe, totals: computeTotals(cafe, basket, { kind: "none" }) };

const environment = "development";
const gateway = "gateway_one";

/** The till of a visit: one basket, one card, one tap. */
export function useVisitPayment(card: OwnCard) {
  const { payment, begin, leave } = useTillPayment();
  // One sale until it is paid: another tap after a failure is another attempt at it.
  const [sale, setSale] = useState<Sale>(() => beginSale(cafe));
  const [order, setOrder] = useState<TillOrder>();
  const refresh = useRefreshVisit();
  const answer = payment?.progress.state === "answered" ? payment.progress.answer : undefined;
  const paidId = answer?.kind === "taken" ? answer.payment.paymentId : undefined;
  useEffect(() => {
    if (paidId) void refresh();
  }, [paidId, refresh]);

  const tap = () => {
    const { shop, totals } = counter;
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
    setSale(beginSale(cafe));
    setOrder(undefined);
    leave();
  };
  return { payment, order, tap, retry: leave, leave: startNext };
}

export type VisitTill = ReturnType<typeof useVisitPayment>;
