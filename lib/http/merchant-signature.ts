import { AppError } from "#lib/errors/app-error.ts";

/**
 * Throws `invalid_signature` for a call that is signed. No merchant has a key registered here yet,
 * so no signature can be verified, and one that is not verified must not pass for one that is.
 */
export function refuseMerchantSignature(headers: Headers): void {
  if (headers.get("x-merchant-signature") === null) return;

  throw new AppError("invalid_signature", {
    message: "Merchant signature verification failed",
    details: "X-Merchant-Signature: no signing key is registered for this merchant",
  });
}
