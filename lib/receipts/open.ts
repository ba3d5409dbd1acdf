import { AppError } from "#lib/core/errors.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { about, type ReceiptAccess, redeemToken } from "./redeem-token.ts";

/**
 * Opens a receipt with the cardholder's private key, which is forgotten with the call. Throws
 * `invalid_request` (not a key), `forbidden` (the wrong key), and what redeemToken throws.
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
      const message = "The private key does not open this receipt";
      throw new AppError("forbidden", { message, ...about(access.paymentId) });
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
