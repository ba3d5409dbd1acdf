import { memberOf, textOf } from "#lib/client/send-request.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { ListedEvent } from "./use-events.ts";

/** The thing that an event is about: a refund, a payment, or a cardholder. */
export type EventSubject = {
  /** Of the thing itself. */
  id: string;
  paymentId: string | undefined;
  /** One of the issuer's cardholders. */
  userId: string | undefined;
  amount: string | undefined;
  /** The merchant's own. */
  reference: string | undefined;
};

/** Reads the subject from the data, which differs with the type. */
export function subjectOf({ data }: Pick<ListedEvent, "data">): EventSubject {
  const userId = textOf(data, "userId");
  const refundOf = textOf(data, "refundOf");
  const own = textOf(data, "paymentId");
  return {
    id: textOf(data, "refundId") ?? own ?? userId ?? "",
    // Of a credit note, `paymentId` is the refund's.
    paymentId: refundOf ?? own,
    userId,
    // A payment has its own as the metadata of its receipt.
    amount: amountOf(data) ?? amountOf(memberOf(data, "veroMetadata")),
    reference: textOf(data, "refundReference") ?? textOf(data, "receiptId"),
  };
}

function amountOf(data: unknown): string | undefined {
  const amount = memberOf(data, "amount");
  const currency = textOf(data, "currency");
  if (typeof amount !== "number" || currency === undefined) return undefined;
  return formatMoney({ amount, currency }, "en-US");
}
