import { parseStored } from "#lib/browser/read-stored.ts";
import { memberOf, textOf } from "#lib/client/send-request.ts";
import type { SentRefund } from "./refund-draft.ts";

/**
 * A refund that was sent and has no answer yet, kept by this tab over a reload: only the same request, under the
 * same reference, is certain not to refund twice. It holds nothing of the card.
 */
export function keepRefund(paymentId: string, body: SentRefund): void {
  try {
    sessionStorage.setItem(nameOf(paymentId), JSON.stringify(body));
  } catch {
    // Where the browser stores nothing, it is remembered as long as the page.
  }
}

export function forgetRefund(paymentId: string): void {
  try {
    sessionStorage.removeItem(nameOf(paymentId));
  } catch {
    // Nothing was stored.
  }
}

export function readKeptRefund(paymentId: string): SentRefund | undefined {
  try {
    const kept = parseStored(sessionStorage.getItem(nameOf(paymentId)));
    return isRefundBody(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function nameOf(paymentId: string): string {
  return `sealslip.refund.${paymentId}`;
}

function isRefundBody(value: unknown): value is SentRefund {
  const isSealed = memberOf(value, "sealedReceipt") !== undefined;
  const printed = isSealed ? ["reservation"] : ["merchantName"];
  const texts = [...printed, "refundReference", "receiptId", "transactionId"];
  const isWhole = texts.every((name) => textOf(value, name) !== undefined);
  return isWhole && typeof memberOf(value, "amount") === "number";
}
