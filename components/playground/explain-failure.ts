import { CryptoError, type CryptoErrorReason } from "#lib/crypto/crypto-error.ts";

/** Why something of lib/crypto failed: the reason as the client throws it, and what to do. */
export type CryptoFailure = { reason: CryptoErrorReason; message: string; advice: string };

/** Throws errors of other kinds again. */
export function explainFailure(error: unknown): CryptoFailure {
  if (!(error instanceof CryptoError)) throw error;
  const { reason, message } = error;
  return { reason, message, advice: advices[reason] ?? "" };
}

const advices: Partial<Record<CryptoErrorReason, string>> = {
  wrong_key:
    "Either it was sealed to another key (compare header.kid with the key ID), or a part was changed. The two cannot be told apart.",
  wrong_payment: "Use the payment ID that the envelope came with: it has to match its aad.",
  malformed_envelope:
    "A part is missing, has the wrong length, or is not base64url without padding.",
  malformed_key: "Paste PKCS#8 as PEM. It begins with -----BEGIN PRIVATE KEY-----.",
  unsupported_key: "Receipts are sealed to RSA-2048 and P-256 keys.",
  wrong_signature:
    "The bytes were changed after signing, often because the JSON was parsed and written again, or another key signed them.",
  malformed_signature: "It is header..signature, with nothing between the dots.",
  missing_algorithm: "This browser cannot verify Ed25519. A newer browser can, and so can Node.",
};
