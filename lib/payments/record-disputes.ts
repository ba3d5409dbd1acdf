import type { ProviderDispute } from "#lib/gateways/gateway.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { DisputeListing } from "./ask-gateway.ts";
import { insertDispute, type RecordedDispute, selectDisputes } from "./store/dispute.ts";
import type { Payment } from "./store/payment.ts";
import { selectSaleForUpdate } from "./store/refund.ts";

/**
 * Brings the disputes of a payment to where they stand at the provider. False where one was recorded otherwise since
 * the provider was asked: which of the two is the later state is not known, and it is to be asked again.
 */
export async function recordDisputes(
  transaction: Transaction,
  payment: Payment,
  { disputes, knownBefore }: DisputeListing,
): Promise<boolean> {
  const locked = await selectSaleForUpdate(transaction, payment);
  if (!locked) return true;
  const known = await selectDisputes(locked, transaction);
  let isCurrent = true;
  for (const dispute of disputes) {
    const last = lastOf(known, dispute);
    const event = toEvent(locked, dispute);
    if (last && isKnown(last, event)) continue;
    if (last?.sequence !== lastOf(knownBefore, dispute)?.sequence) {
      isCurrent = false;
      continue;
    }
    await insertDispute(transaction, locked, event, last);
  }
  return isCurrent;
}

function lastOf(
  known: readonly RecordedDispute[],
  { disputeId }: ProviderDispute,
): RecordedDispute | undefined {
  // One that was recorded without its id, before ids were, is recorded once more: it might be another.
  return known.find((one) => one.disputeId === disputeId);
}

function toEvent(payment: Payment, { disputeId, status, reason }: ProviderDispute) {
  const { id: paymentId, merchantId, receiptId, transactionId, amount, currency } = payment;
  const outcome = status === "open" ? null : status;
  const data = { disputeId, paymentId, merchantId, receiptId, transactionId, amount, currency };
  const event = { disputeId, data: { ...data, reason: reason || null, outcome } };
  return outcome === null
    ? ({ ...event, type: "dispute.opened", kind: "disputed", declineCode: reason } as const)
    : ({ ...event, type: "dispute.closed", kind: "dispute_closed", declineCode: outcome } as const);
}

function isKnown(last: RecordedDispute, event: ReturnType<typeof toEvent>): boolean {
  const isOpen = event.kind === "disputed";
  return last.kind === event.kind && (isOpen || last.declineCode === event.declineCode);
}
