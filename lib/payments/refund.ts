import { actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { MerchantSignature } from "#lib/crypto/merchant-signature.ts";
import type { Gateway } from "#lib/gateways/gateway.ts";
import { findLogo } from "#lib/organizations/find-logo.ts";
import { recipientFieldNames } from "#lib/receipts/contract.ts";
import { checkReceiptFields } from "#lib/receipts/receipt-rules.ts";
import { getRecipient } from "#lib/recipients/find-recipient.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import { naming, withClaim, withHeldClaim } from "./claim.ts";
import { type RefundRequest, type RefundResource, refundRequest } from "./contract-refunds.ts";
import { describeRefund, noAnswer } from "./describe.ts";
import { requireSale, type SalePath } from "./get.ts";
import {
  describeChanges,
  identifyRefund,
  type RequestIdentity,
  sharesFingerprint,
} from "./idempotency.ts";
import { isTaken, makeRefund } from "./make-refund.ts";
import { sealCreditNote } from "./seal.ts";
import { refundableAmount } from "./start-refund.ts";
import { selectByIdempotencyKeys } from "./store/by-idempotency-key.ts";
import { getPaymentRow, type Payment } from "./store/payment.ts";
import { insertRefund, type Refund, selectRefunds, selectSaleForUpdate } from "./store/refund.ts";

export type RefundCreation = { state: "created" | "replayed"; refund: RefundResource };

/** The body of a refund, by the rules of what may stand in a receipt. */
export const refundSchema = refundRequest.superRefine((request, context) => {
  checkReceiptFields(request, context);
  for (const name of recipientFieldNames) {
    if (!(name in request)) continue;
    const message = "is that of the payment; a refund has none of its own";
    context.addIssue({ code: "custom", path: [name], message });
  }
});

/**
 * Gives back a payment or a part of it and seals the credit note; a repetition gets the same refund.
 * Throws `not_found`, `conflict` (not paid, more than is left, or the reference again with another
 * body), `invalid_request`, or `service_unavailable`: the same call again goes on from there, and so
 * does the job.
 */
export async function refundPayment({
  request,
  merchantSignature,
  ...path
}: SalePath & Omit<RefundInput, "caller" | "identity">): Promise<RefundCreation> {
  const sale = await requireSale(path);
  const identity = identifyRefund(sale.id, request);
  const input = { caller: path.caller, request, merchantSignature, identity };
  return await naming(sale, () => refundSale(sale, input));
}

async function refundSale(sale: Payment, input: RefundInput): Promise<RefundCreation> {
  const { state, refund: stored } = await saveRefund(sale, input);
  const attempt = attemptRefundOf(sale);
  const result =
    state === "created"
      ? await withHeldClaim(stored, attempt)
      : await withClaim(stored, { isDone: isTaken }, attempt);
  if (result.kind === "unknown") throw noAnswer(sale, result);
  const [refund, { refundedAmount }] = [await getPaymentRow(stored), await getPaymentRow(sale)];
  return { state, refund: describeRefund(refund, refundedAmount) };
}

const attemptRefundOf = (sale: Payment) => (gateway: Gateway, claimed: Payment) =>
  makeRefund(gateway, claimed, sale);

/**
 * Has the provider make a refund that is not claimed, unless it has taken it already, and returns it as it is
 * then. Throws `service_unavailable` where the provider does not answer.
 */
export async function carryOutRefund(sale: Payment, refund: Payment): Promise<Payment> {
  const claiming = { isDone: isTaken, asksAgain: true };
  const result = await withClaim(refund, claiming, attemptRefundOf(sale));
  if (result.kind === "unknown") throw noAnswer(sale, result);
  return await getPaymentRow(refund);
}

/** A refund as it was stored; one that is new is claimed for this call. */
type StoredRefund = { state: "created" | "replayed"; refund: Payment };

type RefundInput = {
  caller: Caller;
  request: RefundRequest;
  merchantSignature: MerchantSignature | undefined;
  identity: RequestIdentity;
};

/** Stores refund and credit note, once for each reference. */
async function saveRefund(
  sale: Payment,
  { caller, request, merchantSignature, identity }: RefundInput,
): Promise<StoredRefund> {
  const logo = await findLogo(sale.organizationId);
  for (let known = sale; ; ) {
    const recipient = known.cardholderId ? await getRecipient(known.cardholderId) : undefined;
    const saved = await inTransaction(async (transaction) => {
      const locked = await selectSaleForUpdate(transaction, known);
      if (!locked) throw new AppError("not_found", { message: "No such payment" });
      const duplicate = await findSameRefund(transaction, locked, identity);
      if (duplicate) return { state: "replayed" as const, refund: duplicate };
      // Registered or erased since: the next round knows whom to seal to.
      if (locked.cardholderId !== known.cardholderId) return { state: "moved" as const, locked };

      const amount = settleAmount(
        locked,
        request,
        await selectRefunds(locked, locked.id, transaction),
      );
      const intent = sealCreditNote(
        { sale: locked, request, merchantSignature, amount, identity, logo },
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

function settleAmount(sale: Payment, request: RefundRequest, refunds: Refund[]): number {
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
