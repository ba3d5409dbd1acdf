import { calculateJwkThumbprint, FlattenedSign } from "jose";
import { type Bytes, encodeBase64Url, encodeUtf8 } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import {
  importSigningKey,
  type MerchantSignature,
  verifyMerchantSignature,
} from "./merchant-signature.ts";

/** The merchant's own: ES256 (P-256) or Ed25519. The public half must be extractable. */
export type MerchantSigningKey = {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** What the signature is for: the member `sealslip` of its header. */
  binding?: object | undefined;
};

/**
 * The proof that goes into the envelope beside the fields it covers, over their JSON. Throws `unsupported_key`,
 * `missing_algorithm`, or `wrong_signature` where the two keys are not a pair.
 */
export async function signReceipt(
  fields: object,
  signingKey: MerchantSigningKey,
): Promise<MerchantSignature> {
  return await signBytes(encodeUtf8(JSON.stringify(fields)), signingKey);
}

/** The same over bytes, such as the body of a request. */
export async function signBytes(
  bytes: Bytes,
  { privateKey, publicKey, binding }: MerchantSigningKey,
): Promise<MerchantSignature> {
  const jwk = await exportJwk(publicKey);
  const { key, algorithm } = await importSigningKey(jwk);
  requireSigner(privateKey, key);

  const kid = await calculateJwkThumbprint(jwk);
  // RFC 7797: the payload is not encoded, and RFC 7515 appendix F leaves it out of the result.
  const crit = ["b64", ...(binding ? ["sealslip"] : [])];
  const header = { alg: algorithm, kid, b64: false, crit };
  const signed = await new FlattenedSign(bytes)
    .setProtectedHeader({ ...header, ...(binding && { sealslip: binding }) })
    .sign(privateKey, { crit: { sealslip: true } });
  const signature: MerchantSignature = {
    jws: `${signed.protected}..${signed.signature}`,
    signedBytes: encodeBase64Url(bytes),
    jwk,
  };
  // The first to notice a mismatched pair would otherwise be the cardholder.
  await verifyMerchantSignature(signature);
  return signature;
}

async function exportJwk(publicKey: CryptoKey) {
  if (!publicKey.extractable) throw unusable();
  const { kty = "", crv = "", x = "", y } = await crypto.subtle.exportKey("jwk", publicKey);
  return { kty, crv, x, ...(y !== undefined && { y }) };
}

/** Throws unless the key signs in the way that the public one verifies. */
function requireSigner({ type, usages, algorithm }: CryptoKey, publicKey: CryptoKey): void {
  const isSameKind =
    algorithm.name === publicKey.algorithm.name &&
    curveOf(algorithm) === curveOf(publicKey.algorithm);
  if (type !== "private" || !usages.includes("sign") || !isSameKind) throw unusable();
}

function curveOf(algorithm: KeyAlgorithm): unknown {
  return "namedCurve" in algorithm ? algorithm.namedCurve : undefined;
}

function unusable(): CryptoError {
  return new CryptoError(
    "unsupported_key",
    "Expected a pair of P-256 or Ed25519 for signing, with an extractable public key.",
  );
}
