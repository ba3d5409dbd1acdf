import type { Body, Data } from "#lib/client/schemas.ts";
import { formatMoney, parseMoney } from "#lib/core/money.ts";
import { readPlainDecimal } from "#lib/core/typed-amount.ts";
import type { GatewayName, ReceiptStatus } from "#lib/core/vocabulary.ts";

export type RefundBody = Omit<Exclude<Body<"refundPayment">, { reservation: string }>, "amount"> & {
  amount?: number;
};
type SealedRefundBody = Extract<Body<"refundPayment">, { reservation: string }>;
/** As it is sent: a till may have sealed the credit note. */
export type SentRefund = RefundBody | SealedRefundBody;

/** Whether it holds a credit note that was sealed before. */
export function isSealedRefund(refund: SentRefund): refund is SealedRefundBody {
  return "sealedReceipt" in refund;
}

export type MadeRefund = Data<"refundPayment">;

/** A paid sale, with the fields that a refund needs. */
export type RefundableSale = {
  paymentId: string;
  gateway: GatewayName;
  receiptId: string;
  merchantId: string;
  receiptStatus: ReceiptStatus;
  amount: number;
  currency: string;
  refunds: readonly Pick<
    MadeRefund,
    "amount" | "failureReason" | "refundReference" | "refundStatus"
  >[];
  /** For members whose refunds have a limit. */
  refundAllowance?: { limit: number | null; left: number } | null;
};

/** The merchant's data for the credit note: the service stores none of it with the sale. */
export type CreditNoteMerchant = Pick<
  RefundBody,
  | "merchantName"
  | "merchantStreet"
  | "merchantCity"
  | "merchantState"
  | "merchantPostalCode"
  | "merchantCountry"
  | "merchantTaxId"
  | "transactionTimezone"
>;

/** The amount that can still be refunded: pending refunds count as refunded. */
export function amountLeft({ amount, refunds }: Pick<RefundableSale, "amount" | "refunds">) {
  const alive = refunds.filter(({ refundStatus }) => refundStatus !== "failed");
  return alive.reduce((left, refund) => left - refund.amount, amount);
}

/** The amount that this member can still refund. */
export function amountAllowed(
  sale: Pick<RefundableSale, "amount" | "refunds" | "refundAllowance">,
): number {
  return Math.min(amountLeft(sale), sale.refundAllowance?.left ?? Number.POSITIVE_INFINITY);
}

/** The amount that a gateway has accepted and not decided yet. */
export function amountUnderWay(refunds: RefundableSale["refunds"]): number {
  const pending = refunds.filter(({ refundStatus }) => refundStatus === "pending");
  return pending.reduce((sum, { amount }) => sum + amount, 0);
}

const MAX_STEM = 120;

/** A reference for the next refund that no other refund of the sale has. */
export function proposeReference({ receiptId, refunds }: RefundableSale): string {
  const taken = new Set(refunds.map(({ refundReference }) => refundReference));
  for (let number = refunds.length + 1; ; number++) {
    const reference = `${receiptId.slice(0, MAX_STEM)}-R${number}`;
    if (!taken.has(reference)) return reference;
  }
}

/** Reads a typed amount in the smallest unit of the currency. */
export function readRefundAmount(
  text: string,
  sale: Pick<RefundableSale, "amount" | "currency" | "refunds" | "refundAllowance">,
): { amount: number } | { error: string } {
  const { currency } = sale;
  const [left, allowed] = [amountLeft(sale), amountAllowed(sale)];
  const money = (units: number) => formatMoney({ amount: units, currency }, "en-US");
  try {
    const amount = parseMoney(readPlainDecimal(text, currency) ?? text.trim(), currency);
    if (amount < 1) return { error: "must be more than zero" };
    if (amount <= allowed) return { amount };
    if (amount > left) return { error: `is more than the ${money(left)} left` };
    return { error: `is more than the ${money(allowed)} that you can refund` };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { error: text.trim() === "" ? "must not be empty" : readReason(error) };
  }
}

function readReason({ message }: RangeError): string {
  return message.replace(/^amount: /, "");
}

/** Why this member, whose refunds have a limit, can refund nothing of the sale. */
export function describeRefundLimit({
  currency,
  refundAllowance,
}: Pick<RefundableSale, "currency" | "refundAllowance">): string | undefined {
  if (!refundAllowance || refundAllowance.left > 0) return undefined;
  const { limit } = refundAllowance;
  if (limit === null) {
    return `Support members cannot refund payments in ${currency.toUpperCase()}: no owner has set a limit for it in Settings. Ask a developer or owner.`;
  }
  return `Support members can refund at most ${formatMoney({ amount: limit, currency }, "en-US")} of a payment, and that much of this one has been refunded. Ask a developer or owner.`;
}

/** What is left of the sale, and how much of it this member can refund. */
export function describeLeft(
  sale: Pick<RefundableSale, "amount" | "currency" | "refunds" | "refundAllowance">,
): string {
  const { amount, currency } = sale;
  const [left, allowed] = [amountLeft(sale), amountAllowed(sale)];
  const money = (units: number) => formatMoney({ amount: units, currency }, "en-US");
  const rest = `${money(left)} of ${money(amount)} is left.`;
  if (allowed >= left) return rest;
  return `${rest} You can refund up to ${money(allowed)}. Ask a developer or owner for more.`;
}

/** The choices in the form of a refund. */
export type RefundDraft = { amount: number; reference: string; reason: string };

/** The body of a refund. It is built once: a repeated request has to send it unchanged. */
export function buildRefundBody(
  { amount, reference, reason }: RefundDraft,
  merchant: CreditNoteMerchant,
  now: Date,
): RefundBody {
  return {
    ...merchant,
    refundReference: reference,
    receiptId: reference,
    transactionId: reference,
    transactionDate: now.toISOString(),
    amount,
    ...(reason === "" ? {} : { reason }),
  };
}

/** What a refund of the amount does, in two sentences. */
export function describeRefundEffect(
  amount: string,
  { receiptStatus }: Pick<RefundableSale, "receiptStatus">,
): string {
  return `${amount} goes back to the customer’s card. ${creditNotes[receiptStatus]}`;
}

const gone =
  "There is no credit note: the receipt is gone, so there is no cardholder to seal one for.";

const creditNotes: Record<ReceiptStatus, string> = {
  sealed: "A credit note is sealed for the cardholder.",
  escrowed: "A credit note is sealed and waits in escrow with the receipt.",
  expired: gone,
  erased: gone,
  void: gone,
};
