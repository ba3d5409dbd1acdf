import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import type { SealedReceipt } from "#lib/crypto/envelope.ts";
import { importPrivateKey } from "#lib/crypto/rsa-keys.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { hashToken } from "#lib/crypto/tokens.ts";
import { type ReceiptInStore, selectReceipt } from "./store.ts";
import { consumeToken, selectActiveToken } from "./store-access.ts";

export type ReceiptAccess = {
  caller: Caller;
  paymentId: string;
  tokenId: string;
  /** Of the client */
  address: string | null;
};

/**
 * Gives the sealed receipt to `use` and consumes the token if that succeeds: of any number of calls
 * with one token exactly one gets through, and a call that fails leaves the token as it was.
 * Throws `not_found`, `conflict` (nothing to open) or `forbidden` (the token does not fit).
 */
async function redeemToken<T>(
  { caller, paymentId, tokenId, address }: ReceiptAccess,
  use: (sealed: SealedReceipt) => Promise<T> | T,
): Promise<T> {
  const receipt = await selectReceipt(caller, paymentId);
  if (!receipt) throw new AppError("not_found", { message: "No such payment" });
  const sealed = requireEnvelope(receipt);

  const hash = hashToken(tokenId);
  const token = await selectActiveToken(caller, hash);
  const fits =
    token?.cardholderId === receipt.cardholderId &&
    token.keyId === receipt.keyId &&
    (token.paymentId === null || token.paymentId === paymentId);
  if (!fits) throw tokenRefused();

  const result = await use(sealed);
  const opening = { paymentId, address };
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

/** The sealed receipt, for the device that holds the key. Throws what redeemToken throws. */
export async function getEnvelope(access: ReceiptAccess): Promise<SealedReceipt> {
  return await redeemToken(access, (sealed) => sealed);
}

/**
 * Opens a receipt with the cardholder's private key, which is forgotten with the call. Throws
 * `invalid_request` (no key), `forbidden` (the wrong key), and what redeemToken throws.
 */
export async function decryptReceipt({
  privateKey,
  ...access
}: ReceiptAccess & { privateKey: string }): Promise<Record<string, unknown>> {
  const key = await readPrivateKey(privateKey);
  return await redeemToken(access, async (sealed) => {
    try {
      return await openReceipt({ sealed, paymentId: access.paymentId, privateKey: key });
    } catch (error) {
      if (!(error instanceof CryptoError && error.reason === "wrong_key")) throw error;
      throw new AppError("forbidden", { message: "The private key does not open this receipt" });
    }
  });
}

async function readPrivateKey(text: string): Promise<CryptoKey> {
  try {
    return await importPrivateKey(text);
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: `privateKey: ${error.message}`,
    });
  }
}
