import { auditActorOf } from "#lib/audit/act.ts";
import { entryIds } from "#lib/audit/statement.ts";
import { actorOf, type Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { counter } from "#lib/metrics/instruments.ts";
import { toSealedReceipt } from "./envelope.ts";
import { type StoredReceipt, selectOpening, updateTokenUsed } from "./store-openings.ts";

export type ReceiptAccess = {
  caller: Caller;
  paymentId: string;
  tokenId: string;
  /** Of the client */
  address: string | null;
};

/**
 * Gives the sealed receipt to `use` and uses the token up if that succeeds: of any number of calls
 * with one token exactly one gets through, and a call that fails leaves the token as it was.
 * Throws `not_found`, `conflict` (nothing to open), or `forbidden` (the token does not fit).
 */
export async function redeemToken<T>(
  access: ReceiptAccess,
  use: (sealed: SealedReceipt, stored: StoredReceipt) => Promise<T> | T,
): Promise<T> {
  const { caller, paymentId, tokenId } = access;
  const { receipt, token } = await selectOpening(caller, { paymentId, hash: hashToken(tokenId) });
  if (!receipt) throw new AppError("not_found", { message: "No such payment" });
  requireDelivered(receipt, paymentId);

  const fits =
    token?.cardholderId === receipt.cardholderId &&
    (token.paymentId === null || token.paymentId === paymentId);
  // As it is wrapped for the device of the grant.
  const sealed = fits ? toSealedReceipt(receipt, token.keyId) : undefined;
  if (!sealed) throw tokenRefused(paymentId);

  const result = await use(sealed, receipt);
  if (!(await spend(access))) throw tokenRefused(paymentId);
  return result;
}

/**
 * The sealed receipt, for the device that holds the key; the statement that reads it uses the token up. Throws what
 * redeemToken throws.
 */
export async function getEnvelope(access: ReceiptAccess): Promise<SealedReceipt> {
  // If nothing comes back, redeemToken says why; the receipt may have been delivered by then.
  return (await spend(access)) ?? (await redeemToken(access, (sealed) => sealed));
}

/** Undefined where the token does not open the receipt, or no longer. */
async function spend({
  caller,
  paymentId,
  tokenId,
  address,
}: ReceiptAccess): Promise<SealedReceipt | undefined> {
  const by = { ...actorOf(caller), ...entryIds(auditActorOf(caller)) };
  return await updateTokenUsed(caller, { hash: hashToken(tokenId), paymentId, address, ...by });
}

/** A receipt is delivered once its payment has succeeded. */
function requireDelivered(
  { keyId, encryptedKey, receiptStatus, paymentStatus }: StoredReceipt,
  paymentId: string,
): void {
  const isSealed = keyId !== null && encryptedKey !== null;
  if (isSealed && paymentStatus === "succeeded") return;
  const messages = {
    escrowed: "This receipt is in escrow: its card is not registered yet",
    expired: "This receipt expired in escrow and can no longer be opened",
    erased: "This receipt was erased and can no longer be opened",
    void: "This payment was not made, and its receipt is destroyed",
    sealed: "This receipt is delivered once its payment has succeeded",
  };
  throw new AppError("conflict", { message: messages[receiptStatus], ...about(paymentId) });
}

const refusals = counter({
  name: "sealslip_tokens_refused_total",
  help: "Receipts that were asked for with an access token that does not fit",
  labels: [],
});

/** One answer for every way a token can be wrong: it tells a guesser nothing. */
function tokenRefused(paymentId: string): AppError {
  refusals.add();
  return new AppError("forbidden", {
    message: "The token does not give access to this receipt",
    details: "tokenId: unknown, expired, already used, or granted for another user, key or payment",
    ...about(paymentId),
  });
}

/** What an answer is about, where it is a payment: the receipt of a refund is opened by the refund's id. */
export function about(id: string): { paymentId?: string } {
  return isId("payment", id) ? { paymentId: id } : {};
}
