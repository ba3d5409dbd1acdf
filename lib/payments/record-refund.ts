import { createId, idTime } from "#lib/core/ids.ts";
import type { ProviderRefund, RefundOutcome } from "#lib/gateways/gateway.ts";
import { announceReceipt } from "#lib/push/announce.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { Payment } from "./store/payment.ts";
import {
  insertRefund,
  type Refund,
  type RefundResult,
  refundWithoutReceipt,
  selectRefunds,
  selectSaleForUpdate,
  updateRefund,
} from "./store/refund.ts";

/** Records what the provider answered to a refund. */
export async function recordRefund(
  transaction: Transaction,
  { id, environment, refundOf, cardholderId }: Payment,
  outcome: Exclude<RefundOutcome, { kind: "unknown" }>,
): Promise<void> {
  if (refundOf === null) throw new Error("a refund knows its sale");
  await selectSaleForUpdate(transaction, { id: refundOf, environment });
  await updateRefund(transaction, { id, environment, refundOf }, toResult(outcome));
  if (outcome.kind === "succeeded") announceReceipt({ id, cardholderId });
}

function toResult(outcome: Exclude<RefundOutcome, { kind: "unknown" }>): RefundResult {
  if (outcome.kind === "failed") {
    return { status: "failed", providerReference: null, declineCode: outcome.reason };
  }
  const { kind: status, providerReference } = outcome;
  return { status, providerReference, declineCode: null };
}

/**
 * Brings the refunds of a sale to what the provider has, those that were made at the provider itself
 * included.
 */
export async function recordProviderRefunds(
  transaction: Transaction,
  sale: Payment,
  found: readonly ProviderRefund[],
): Promise<void> {
  const locked = await selectSaleForUpdate(transaction, sale);
  if (!locked) return;
  const known = await selectRefunds(locked, locked.id, transaction);
  for (const refund of found) await recordOne(transaction, locked, known, refund);
}

async function recordOne(
  transaction: Transaction,
  sale: Payment,
  known: readonly Refund[],
  { refundId, status, providerReference, amount, failureReason }: ProviderRefund,
): Promise<void> {
  const same = ({ id, providerReference: reference }: Refund) =>
    id === refundId || reference === providerReference;
  const refund = known.find(same) ?? (await insertForeign(transaction, sale, amount));
  const declineCode = status === "failed" ? (failureReason ?? "failed") : null;
  await updateRefund(transaction, refund, { status, providerReference, declineCode });
}

/** A refund that the merchant made at the provider: nobody wrote a credit note for it. */
async function insertForeign(
  transaction: Transaction,
  sale: Payment,
  amount: number,
): Promise<Refund> {
  const id = createId("refund");
  const refund = { id, createdAt: idTime(id), amount, refundOrigin: "provider" as const };
  return await insertRefund(transaction, refundWithoutReceipt(sale, refund));
}
