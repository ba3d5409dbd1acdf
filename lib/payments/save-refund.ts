import { actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Recipient } from "#lib/recipients/card.ts";
import { getRecipient } from "#lib/recipients/find-recipient.ts";
import type { SentEnvelope } from "#lib/reservations/read-envelope.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import type { RefundRequest } from "./contract-refunds.ts";
import type { SealedRefundRequest } from "./contract-sealed.ts";
import { describeChanges, type RequestIdentity, sharesFingerprint } from "./idempotency.ts";
import { placeCreditNote } from "./place-credit-note.ts";
import { requireWithinLimit } from "./refund-limit.ts";
import { type CreditNote, sealCreditNote } from "./seal.ts";
import { refundableAmount } from "./start-refund.ts";
import { selectByIdempotencyKeys } from "./store/by-idempotency-key.ts";
import type { Payment } from "./store/payment.ts";
import { insertRefund, type Refund, selectRefunds, selectSaleForUpdate } from "./store/refund.ts";

/** A refund as it was stored; one that is new is claimed for this call. */
type StoredRefund = { state: "created" | "replayed"; refund: Payment };

/** A credit note to seal here, or one that was sealed at the till. */
export type RefundContent =
  | Extract<CreditNote, { kind: "receipt" }>
  | { kind: "envelope"; envelope: SentEnvelope };

export type RefundInput = {
  caller: Caller;
  request: RefundRequest | SealedRefundRequest;
  content: RefundContent;
  identity: RequestIdentity;
};

/** Stores refund and credit note, once for each reference. */
export async function saveRefund(
  sale: Payment,
  { caller, request, content, identity }: RefundInput,
): Promise<StoredRefund> {
  for (let known = sale; ; ) {
    const recipient = known.cardholderId ? await getRecipient(known.cardholderId) : undefined;
    const creditNote = await placeIfSealed(known, recipient, content);
    const saved = await inTransaction(async (transaction) => {
      const locked = await selectSaleForUpdate(transaction, known);
      if (!locked) throw new AppError("not_found", { message: "No such payment" });
      const duplicate = await findSameRefund(transaction, locked, identity);
      if (duplicate) return { state: "replayed" as const, refund: duplicate };
      // Registered, expired, or erased since: the next round knows whom to seal to.
      if (hasMoved(known, locked)) return { state: "moved" as const, locked };
      if (creditNote instanceof AppError) throw creditNote;

      const refunds = await selectRefunds(locked, locked.id, transaction);
      requireUnused(creditNote, refunds);
      const amount = settleAmount(locked, request, refunds);
      await requireWithinLimit(transaction, { caller, sale: locked, refunds, amount });
      const intent = sealCreditNote(
        { sale: locked, request, creditNote, amount, identity },
        recipient,
      );
      const refund = await insertRefund(transaction, intent, { isClaimed: true });
      const after = { refundId: refund.id, amount, currency: refund.currency };
      const details = { target: sale.id, after };
      await recordAct(transaction, actOf(caller, "payment.refund_requested", details));
      return { state: "created" as const, refund };
    });
    if (saved.state !== "moved") return saved;
    known = saved.locked;
  }
}

/** Before the lock; what keeps an envelope out is said only to a refund that does not exist yet. */
async function placeIfSealed(
  sale: Payment,
  cardholder: Recipient | undefined,
  content: RefundContent,
): Promise<CreditNote | AppError> {
  if (content.kind === "receipt") return content;
  try {
    const placed = await placeCreditNote(sale, cardholder, content.envelope);
    return { kind: "envelope", placed };
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function hasMoved(known: Payment, now: Payment): boolean {
  return now.cardholderId !== known.cardholderId || now.receiptStatus !== known.receiptStatus;
}

/** A reservation is for one refund. The sale that it is bound to is locked. */
function requireUnused(creditNote: CreditNote, refunds: readonly Refund[]): void {
  if (creditNote.kind === "receipt") return;
  const refund = refunds.find(({ id }) => id === creditNote.placed.id);
  if (!refund) return;
  throw new AppError("conflict", {
    message: "Another refund was made with this reservation",
    details: "reservation: call prepare for a new one, and seal the credit note again",
    paymentId: refund.refundOf,
  });
}

async function findSameRefund(
  transaction: Transaction,
  sale: Payment,
  identity: RequestIdentity,
): Promise<Payment | undefined> {
  const keys = [identity.naturalKeyHash];
  const [entry] = await selectByIdempotencyKeys(sale, keys, transaction);
  if (!entry?.payment) return undefined;
  if (sharesFingerprint(identity, entry.fingerprint)) return entry.payment;
  const { payment: refund, ...record } = entry;
  const changes = describeChanges(identity, { ...record, paymentId: refund.id });
  throw new AppError("conflict", {
    message: "This refund was made before with a different body",
    details: ["refundReference: belongs to another refund of this payment already", changes]
      .filter((part) => part !== undefined)
      .join("; "),
    paymentId: sale.id,
  });
}

function settleAmount(sale: Payment, request: RefundInput["request"], refunds: Refund[]): number {
  const { id: paymentId, status, currency } = sale;
  if (status !== "succeeded") {
    throw new AppError("conflict", {
      message: "Only a payment that has succeeded can be refunded",
      details: `paymentStatus: is ${status}`,
      paymentId,
    });
  }
  if (request.currency !== undefined && request.currency !== currency) {
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: "currency: must be that of the payment",
      paymentId,
    });
  }
  const left = refundableAmount(sale, refunds);
  const amount = request.amount ?? left;
  if (amount >= 1 && amount <= left) return amount;
  throw new AppError("conflict", {
    message: left === 0 ? "Nothing is left to refund" : "This is more than is left to refund",
    details: `amount: ${left} of ${sale.amount} is left`,
    paymentId,
  });
}
