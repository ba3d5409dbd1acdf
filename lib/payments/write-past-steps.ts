import type { Tenant } from "#lib/core/caller.ts";
import { listCourseDisputes } from "#lib/gateways/sandbox/courses.ts";
import { namePastRefund } from "#lib/gateways/sandbox/sandbox.ts";
import { addToMatch } from "#lib/receipts/match-data.ts";
import { getRecipient } from "#lib/recipients/find-recipient.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { RefundRequest } from "./contract-refunds.ts";
import { identifyRefund } from "./idempotency.ts";
import { recordDisputes } from "./record-disputes.ts";
import { sealCreditNote } from "./seal.ts";
import { refundableAmount } from "./start-refund.ts";
import { selectDisputes } from "./store/dispute.ts";
import type { Payment } from "./store/payment.ts";
import { insertRefund, selectRefunds, selectSaleForUpdate, updateRefund } from "./store/refund.ts";
import { datePast } from "./write-past.ts";

/** What happened to a payment of the tenant later on, in the past as well. */
type PastStep = { paymentId: string; at: Date };

/** How long the sandbox takes for a refund. */
const REFUND_MS = 640;

/**
 * Gives back a part of a payment, in percent, with its credit note. Returns the id of the refund; undefined where
 * nothing is left to give back, since a person was there first.
 */
export async function writePastRefund(
  transaction: Transaction,
  tenant: Tenant,
  {
    paymentId,
    at,
    percent,
    request,
  }: PastStep & { percent: number; request(sale: Payment): RefundRequest },
): Promise<string | undefined> {
  const sale = await findSale(transaction, tenant, paymentId);
  if (sale?.status !== "succeeded") return undefined;
  const left = refundableAmount(sale, await selectRefunds(sale, sale.id, transaction));
  const amount = Math.min(left, Math.max(1, Math.round((sale.amount * percent) / 100)));
  if (amount === 0) return undefined;

  const wanted = { ...request(sale), amount };
  const recipient = sale.cardholderId ? await getRecipient(sale.cardholderId) : undefined;
  const creditNote = {
    kind: "receipt",
    request: wanted,
    merchantSignature: undefined,
    logo: undefined,
  } as const;
  const identity = identifyRefund(sale.id, wanted);
  const draft = { sale, request: wanted, creditNote, amount, identity, at };
  const refund = await insertRefund(transaction, sealCreditNote(draft, recipient));
  const { providerReference, match } = namePastRefund(refund.id);
  const matchData = addToMatch(refund, match);
  const result = { status: "succeeded", providerReference, declineCode: null, matchData } as const;
  await updateRefund(transaction, refund, result);
  const settledAt = new Date(at.getTime() + REFUND_MS);
  await datePast(
    transaction,
    [refund.id, sale.id].map((id) => ({ id, at: settledAt })),
  );
  return refund.id;
}

/** Opens or closes the dispute that a payment's course at the sandbox leads to. */
export async function writePastDispute(
  transaction: Transaction,
  tenant: Tenant,
  { paymentId, at, isOpening }: PastStep & { isOpening: boolean },
): Promise<void> {
  const sale = await findSale(transaction, tenant, paymentId);
  if (sale?.status !== "succeeded" || sale.providerReference === null) return;
  const listed = await listCourseDisputes(sale.id, sale.providerReference);
  const disputes = isOpening
    ? listed.map((dispute) => ({ ...dispute, status: "open" as const }))
    : listed;
  const knownBefore = await selectDisputes(sale, transaction);
  await recordDisputes(transaction, sale, { disputes, knownBefore });
  await datePast(transaction, [{ id: sale.id, at }]);
}

async function findSale(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  id: string,
): Promise<Payment | undefined> {
  const sale = await selectSaleForUpdate(transaction, { environment, id });
  return sale?.organizationId === organizationId ? sale : undefined;
}
