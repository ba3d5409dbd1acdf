import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { importPublicKey, type PublicKey } from "#lib/crypto/rsa-keys.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** The key that a caller sent, checked. Throws `invalid_request` that says what is wrong with it. */
export async function readPublicKey(text: string): Promise<PublicKey> {
  try {
    return await importPublicKey(text);
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: `publicKey: ${error.message}`,
    });
  }
}
