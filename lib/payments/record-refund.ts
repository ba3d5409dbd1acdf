import { createId, idTime } from "#lib/core/ids.ts";
import type { ProviderRefund, RefundOutcome } from "#lib/gateways/gateway.ts";
import { announceReceipt } from "#lib/push/announce.ts";
import { addToMatch } from "#lib/receipts/match-data.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { RefundListing } from "./ask-gateway.ts";
import { recordMatch } from "./record-match.ts";
import { startRestOfRefund } from "./start-refund.ts";
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

/** Records what the provider answered to a refund, unless its list has shown the end of it by now. */
export async function recordRefund(
  transaction: Transaction,
  claimed: Payment,
  outcome: Exclude<RefundOutcome, { kind: "unknown" }>,
): Promise<void> {
  const { id, environment, refundOf, cardholderId } = claimed;
  if (refundOf === null) throw new Error("a refund knows its sale");
  await selectSaleForUpdate(transaction, { id: refundOf, environment });
  const refund = { id, environment, refundOf };
  const isChanged = await updateRefund(transaction, refund, toResult(claimed, outcome));
  if (isChanged && outcome.kind === "succeeded") announceReceipt({ id, cardholderId });
}

function toResult(
  refund: Payment,
  outcome: Exclude<RefundOutcome, { kind: "unknown" }>,
): RefundResult {
  if (outcome.kind === "failed") {
    const { reason: declineCode } = outcome;
    return { status: "failed", providerReference: null, declineCode, matchData: null };
  }
  const { kind: status, providerReference, match } = outcome;
  const matchData = addToMatch(refund, match);
  return { status, providerReference, declineCode: null, matchData };
}

/**
 * Brings the refunds of a sale to what the provider has, those that were made at the provider itself
 * included. False where it says the opposite of what was recorded since it was asked: which of the two is the
 * later one is not known, and the provider is to be asked again.
 *
 * [Note: a refund that has ended twice]
 *
 * A provider may take back what it said: the customer's bank returns a refund that had succeeded, or one
 * that had failed is made after all. The list is believed either way, and only the list: it tells of now,
 * while the answer to a request or an event tells of its own moment.
 */
export async function recordProviderRefunds(
  transaction: Transaction,
  sale: Payment,
  { refunds, knownBefore }: RefundListing,
): Promise<boolean> {
  const locked = await selectSaleForUpdate(transaction, sale);
  if (!locked) return true;
  const known = await selectRefunds(locked, locked.id, transaction);
  const failed: Refund[] = [];
  let isCurrent = true;
  for (const found of refunds) {
    const refund =
      known.find((one) => isSame(one, found)) ??
      (await insertForeign(transaction, locked, found.amount));
    if (isKnown(refund, found)) {
      await recordMatch(refund, found.match, transaction);
      continue;
    }
    if (isReversed(refund, found) && hasChanged(refund, knownBefore)) {
      isCurrent = false;
      continue;
    }
    await recordOne(transaction, refund, found);
    // One that was not known before had not been counted on: nothing takes its place.
    if (found.status === "failed" && known.includes(refund)) failed.push(refund);
  }
  // Once all is recorded: only then it is known what is left.
  for (const refund of failed) await startRestOfRefund(transaction, locked, refund);
  return isCurrent;
}

function isSame({ id, providerReference: reference }: Refund, found: ProviderRefund): boolean {
  return id === found.refundId || reference === found.providerReference;
}

/** Its end, which each of its events tells anew. */
function isKnown(refund: Refund, { status }: ProviderRefund): boolean {
  return refund.status !== "pending" && status === refund.status;
}

function isReversed(refund: Refund, { status }: ProviderRefund): boolean {
  return refund.status !== "pending" && status !== "pending" && status !== refund.status;
}

function hasChanged({ id, updatedAt }: Refund, knownBefore: readonly Refund[]): boolean {
  const before = knownBefore.find((one) => one.id === id);
  return before?.updatedAt.getTime() !== updatedAt.getTime();
}

async function recordOne(
  transaction: Transaction,
  refund: Refund,
  { status, providerReference, failureReason, match }: ProviderRefund,
): Promise<void> {
  const declineCode = status === "failed" ? (failureReason ?? "failed") : null;
  const matchData = addToMatch(refund, match);
  const result = { status, providerReference, declineCode, matchData };
  const isChanged = await updateRefund(transaction, refund, result, { reverses: true });
  if (isChanged && status === "succeeded") announceReceipt(refund);
}

/** A refund that the merchant made at the provider: it has no credit note. */
async function insertForeign(
  transaction: Transaction,
  sale: Payment,
  amount: number,
): Promise<Refund> {
  const id = createId("refund");
  const refund = { id, createdAt: idTime(id), amount, refundOrigin: "provider" as const };
  return await insertRefund(transaction, refundWithoutReceipt(sale, refund));
}
