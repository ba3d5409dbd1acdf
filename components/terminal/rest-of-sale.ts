import { amountUnderWay } from "#components/payments/refund-draft.ts";
import type { PaymentState } from "#components/payments/use-payment-changes.ts";
import { isOfOrganizations } from "#lib/core/vocabulary.ts";
import type { KeptPayment } from "#lib/terminal/kept-till.ts";
import { findRest, type PaidPart, type Rest, withoutRefunds } from "#lib/terminal/split-tender.ts";
import type { TillSale } from "./use-till-payment.ts";

type PaidPayment = {
  order: TillSale;
  paymentId: string | undefined;
  known: PaymentState | undefined;
  /** Of the whole sale. */
  saleTotal: number;
  /** What other cards had paid before. */
  parts: readonly PaidPart[];
  kept: readonly KeptPayment[];
};

export type RestOfSale = {
  rest: Rest<KeptPayment>;
  /** What the payment paid and was not refunded. */
  paid: PaidPart | undefined;
};

/** What another card still has to pay once this payment was taken. */
export function restOfSale({
  order,
  paymentId,
  known,
  saleTotal,
  parts,
  kept,
}: PaidPayment): RestOfSale {
  const { environment, gateway, total: amount } = order;
  const { receiptId, transactionId } = order.body;
  if (paymentId === undefined || !isOfOrganizations(environment)) {
    return { rest: { kind: "none" }, paid: undefined };
  }

  const paid = { environment, gateway, paymentId, transactionId, amount };
  const returned = known ? known.refundedAmount + amountUnderWay(known.refunds) : 0;
  const rest = findRest({ total: saleTotal, parts, paid, returned, receiptId }, kept);
  return { rest, paid: withoutRefunds(paid, returned) };
}
