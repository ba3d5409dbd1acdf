import type { Caller } from "#lib/auth/caller.ts";
import { knownAddress } from "#lib/auth/known-address.ts";
import type { SealedReceipt } from "#lib/crypto/sealed-receipt.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { consumeToken, findActiveToken } from "#lib/storage/access-tokens.ts";
import { findReceipt, type ReceiptInStore } from "#lib/storage/envelopes.ts";

export type Access = {
  caller: Caller;
  paymentId: string;
  tokenId: string;
  /** Of the client */
  address: string;
};

/**
 * Gives the sealed receipt to `use` and consumes the token if that succeeds: of any number of calls
 * with one token exactly one gets through, and a call that fails leaves the token as it was.
 * Throws `not_found`, `conflict` (nothing to open) or `forbidden` (the token does not fit).
 */
export async function redeemToken<T>(
  { caller, paymentId, tokenId, address }: Access,
  use: (sealed: SealedReceipt) => Promise<T> | T,
): Promise<T> {
  const receipt = await findReceipt(caller, paymentId);
  if (!receipt) throw new AppError("not_found", { message: "No such payment" });
  const sealed = requireEnvelope(receipt);

  const hash = hashToken(tokenId);
  const token = await findActiveToken(caller, hash);
  const fits =
    token?.cardholderId === receipt.cardholderId &&
    token.keyId === receipt.keyId &&
    (token.paymentId === null || token.paymentId === paymentId);
  if (!fits) throw tokenRefused();

  const result = await use(sealed);
  const opening = { paymentId, address: knownAddress(address) };
  if (!(await consumeToken(caller, hash, opening))) throw tokenRefused();
  return result;
}

function requireEnvelope({ sealed, receiptStatus }: ReceiptInStore): SealedReceipt {
  if (sealed) return sealed;
  const messages = {
    escrowed: "This receipt is in escrow: its card is not registered yet",
    expired: "This receipt expired in escrow and cannot be opened any more",
    erased: "This receipt was erased and cannot be opened any more",
    sealed: "This receipt cannot be opened",
  };
  throw new AppError("conflict", { message: messages[receiptStatus] });
}

/** One answer for every way in which a token can be wrong: it tells a guesser nothing. */
function tokenRefused(): AppError {
  return new AppError("forbidden", {
    message: "The token does not give access to this receipt",
    details: "tokenId: unknown, expired, used already, or granted for another user, key or payment",
  });
}
