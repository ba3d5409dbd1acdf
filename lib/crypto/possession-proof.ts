import { compactVerify } from "jose";
import { decodeUtf8 } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import type { SignatureAlgorithm } from "./merchant-signature.ts";

/**
 * The text that a compact JWS (RFC 7515 section 7.1) signs, with the `kid` of its header. Proves that the signer has
 * the private key. Extensions are refused, `b64` among them, so that the signature of a request is no proof and a proof
 * is no signature of a request. Throws `malformed_signature`, `unsupported_algorithm`, `wrong_signature`, or
 * `malformed_text`.
 */
export async function readPossessionProof(
  jws: string,
  { key, algorithm }: { key: CryptoKey; algorithm: SignatureAlgorithm },
): Promise<{ text: string; kid: string | undefined }> {
  const parts = jws.split(".");
  if (parts.length !== 3 || parts.includes("")) {
    throw new CryptoError("malformed_signature", "The proof is not a compact JWS.");
  }
  const { protectedHeader, payload } = await compactVerify(jws, key, {
    algorithms: [algorithm],
  }).catch(() => {
    throw new CryptoError("wrong_signature", "The key did not sign this.");
  });
  if (protectedHeader.crit !== undefined) {
    throw new CryptoError("unsupported_algorithm", "The proof has extensions.");
  }
  return { text: decodeUtf8(new Uint8Array(payload)), kid: protectedHeader.kid };
}
