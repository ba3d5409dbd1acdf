import { CryptoError, type CryptoErrorReason } from "#lib/crypto/crypto-error.ts";

/** Why something of lib/crypto failed: the reason as the client throws it, and what to do. */
export type CryptoFailure = { reason: CryptoErrorReason; message: string; advice: string };

/** Throws what is no failure of the input. */
export function explainFailure(error: unknown): CryptoFailure {
  if (!(error instanceof CryptoError)) throw error;
  const { reason, message } = error;
  return { reason, message, advice: advices[reason] ?? "" };
}

const advices: Partial<Record<CryptoErrorReason, string>> = {
  wrong_key:
    "Either the key is another one, compare header.kid with the key’s id, or a part was changed. The two cannot be told apart.",
  wrong_payment: "Open it with the paymentId that it came under, which its aad has to name.",
  malformed_envelope:
    "A part is missing, has the wrong length, or is not base64url without padding.",
  unsupported_algorithm:
    "Envelopes are RSA-OAEP-256 or ECDH-ES+A256KW with A256GCM, without zip and crit.",
  malformed_key: "Paste PKCS#8 as PEM: it begins with -----BEGIN PRIVATE KEY-----.",
  unsupported_key: "Receipts open with RSA-2048 or P-256. P-384, RSA-4096, and Ed25519 do not.",
  wrong_signature:
    "The bytes were changed after signing, often by writing the JSON anew, or the key is another one.",
  malformed_signature: "It has the form header..signature, with nothing between the two points.",
  missing_algorithm: "This browser has no Ed25519. A newer one, or Node, verifies it.",
};
