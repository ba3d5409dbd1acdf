import { actOf } from "#lib/audit/act.ts";
import { currentOrigin, withOrigin } from "#lib/audit/origin.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { announceReceipt } from "#lib/push/announce.ts";
import { hasKeysOf, type Recipient } from "#lib/recipients/card.ts";
import { getRecipient, lockRecipient } from "#lib/recipients/find-recipient.ts";
import { getCardholder } from "#lib/recipients/get-cardholder.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { hashClaimCode } from "./claim-codes.ts";
import type { Claim, ClaimedReceipt } from "./contract.ts";
import { escrowHorizon } from "./horizon.ts";
import { handOverReceipts, inHandOver, type RewrappedKeys } from "./release.ts";
import {
  type ClaimableSale,
  deleteClaimCode,
  selectClaimer,
  selectSaleOfCodeForUpdate,
  updateClaimed,
} from "./store-claims.ts";

/**
 * Delivers the receipt of a code to the user, with the credit notes that wait beside it; the same user again gets
 * the same answer. Throws `not_found`, or `conflict` as long as the payment has not succeeded.
 */
export async function claimReceipt({
  caller,
  claim: { claimCode, userId },
}: {
  caller: Caller;
  claim: Claim;
}): Promise<ClaimedReceipt> {
  const hash = hashClaimCode(claimCode);
  await getCardholder(caller, userId);
  for (;;) {
    const to = await getRecipient(userId);
    if (!to) throw new AppError("not_found", { message: "No such user" });
    const result = await inHandOver(to, async (transaction, keys) => {
      const now = await lockRecipient(transaction, caller, userId);
      // Rotated or erased since: the next round knows.
      if (!now || !hasKeysOf(now, to)) return { state: "moved" as const };
      return await claimFor(transaction, { caller, hash, to, keys });
    });
    if (result.state === "moved") continue;
    if (result.state === "broken") throw nothingToClaim();
    const { paymentId, refundOf } = result.sale;
    if (result.state === "claimed") announceReceipt({ cardholderId: userId, id: paymentId });
    return { paymentId, receiptStatus: "sealed", kind: refundOf === null ? "sale" : "refund" };
  }
}

async function claimFor(
  transaction: Transaction,
  {
    caller,
    hash,
    to,
    keys,
  }: { caller: Caller; hash: Uint8Array; to: Recipient; keys: RewrappedKeys },
): Promise<{ state: "claimed" | "repeated"; sale: ClaimableSale } | { state: "broken" }> {
  const { environment } = caller;
  const { cardholderId } = to;
  const [sale, claimer] = await Promise.all([
    selectSaleOfCodeForUpdate(transaction, environment, hash),
    selectClaimer(transaction, hash),
  ]);
  if (sale && claimer === cardholderId && isHeldBy(sale, cardholderId)) {
    return { state: "repeated", sale };
  }
  if (!sale || claimer !== null || !isWaiting(sale)) throw nothingToClaim();
  if (sale.status !== "succeeded") throw notPaid();

  const { paymentId } = sale;
  await updateClaimed(transaction, hash, cardholderId);
  await handOverReceipts(transaction, {
    waiting: { environment, paymentId },
    by: "claim_code",
    to,
    keys,
  });
  if (keys.broken.includes(paymentId)) {
    await deleteClaimCode(transaction, hash);
    return { state: "broken" };
  }
  // As for grants, not of which payment: after an erasure nothing says whose receipt it was.
  const act = actOf(caller, "receipt.claimed", { target: cardholderId });
  // The trail outlives the cardholder, so that it has no address of theirs.
  const origin = { ...currentOrigin(), address: null, device: null };
  await withOrigin(origin, () => recordAct(transaction, act));
  return { state: "claimed", sale };
}

function isHeldBy({ receiptStatus, cardholderId }: ClaimableSale, userId: string): boolean {
  return receiptStatus === "sealed" && cardholderId === userId;
}

/** Escrow ends on its day, not when the job comes by. */
function isWaiting({ receiptStatus, escrowedAt }: ClaimableSale): boolean {
  return receiptStatus === "escrowed" && escrowedAt !== null && escrowedAt >= escrowHorizon();
}

/** The same for every reason: a code tells nothing of a receipt that it does not open. */
function nothingToClaim(): AppError {
  return new AppError("not_found", {
    message: "No receipt can be claimed with this code",
    details: "claimCode: is unknown, or its receipt was delivered or claimed, or has expired",
  });
}

function notPaid(): AppError {
  return new AppError("conflict", {
    message: "The payment of this receipt has not succeeded yet",
    details: "claimCode: try again once the payment has succeeded",
  });
}
