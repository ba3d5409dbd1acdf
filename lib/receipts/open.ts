import { AppError } from "#lib/core/errors.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { readTillReceipt } from "./read-till-receipt.ts";
import { about, type ReceiptAccess, redeemToken } from "./redeem-token.ts";

/**
 * Opens a receipt with the cardholder's private key, which is forgotten with the call. Throws
 * `invalid_request` (not a key), `forbidden` (the wrong key), `conflict` (what a till sealed is not a receipt), and
 * what redeemToken throws.
 */
export async function decryptReceipt({
  privateKey,
  ...access
}: ReceiptAccess & { privateKey: string }): Promise<Record<string, unknown>> {
  const key = await readPrivateKey(privateKey);
  const { paymentId } = access;
  return await redeemToken(access, async (sealed, stored) => {
    const isOurs = stored.sealingPlace === "service";
    const opened = await openReceipt({ sealed, paymentId, privateKey: key }).catch(
      (error: unknown) => {
        const reason = error instanceof CryptoError ? error.reason : undefined;
        if (reason === "wrong_key") throw wrongKey(paymentId);
        if (reason === "malformed_envelope" && !isOurs) return undefined;
        throw error;
      },
    );
    const receipt = isOurs ? opened : opened && readTillReceipt(opened, stored);
    if (!receipt) throw notReceipt(paymentId);
    return receipt;
  });
}

function wrongKey(paymentId: string): AppError {
  const message = "The private key does not open this receipt";
  return new AppError("forbidden", { message, ...about(paymentId) });
}

function notReceipt(paymentId: string): AppError {
  const message = "The till did not seal a receipt";
  return new AppError("conflict", { message, ...about(paymentId) });
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
