import { createPublicKey, type KeyObject } from "node:crypto";
import { readPublicDer } from "./key-text.ts";
import { isOtherAlgorithm, malformedPublicKey, unsupportedKey } from "./rsa-key-rules.ts";

/**
 * The canonical PEM of RSA-2048 with e = 65537 only: algorithm, lengths, and exponent are at fixed places of
 * the DER, and the modulus begins with its highest bit.
 */
const usualPem =
  /^-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA[g-z0-9+/][A-Za-z0-9+/]{19}\n(?:[A-Za-z0-9+/]{64}\n){5}[A-Za-z0-9+/]{2}IDAQAB\n-----END PUBLIC KEY-----\n$/;

/**
 * The key of a `pem` that importPublicKey returned earlier. It skips thumbprint and canonical form, which
 * cost several imports, for the path that imports a key at every payment. Throws `private_key_given`,
 * `unsupported_key` or `malformed_key`.
 */
export function importStoredPublicKey(pem: string): KeyObject {
  if (!usualPem.test(pem)) return importUnusual(pem);
  try {
    // The text as it is, without reading size and exponent: each doubles the time.
    return createPublicKey(pem);
  } catch {
    throw malformedPublicKey();
  }
}

function importUnusual(text: string): KeyObject {
  const der = readPublicDer(text);
  try {
    // As DER: from the PEM of a private key createPublicKey would derive the public one.
    const key = createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
    if (isRsa2048(key)) return key;
  } catch {
    if (!isOtherAlgorithm(der)) throw malformedPublicKey();
  }
  throw unsupportedKey();
}

/** With an odd exponent, 2^16 < e < 2^256 (FIPS 186-5 A.1.1). */
function isRsa2048({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): boolean {
  const { modulusLength, publicExponent = 0n } = asymmetricKeyDetails;
  // "rsa" and not "rsa-pss": a signing-only key cannot encrypt.
  if (asymmetricKeyType !== "rsa" || modulusLength !== 2048) return false;
  const isOdd = (publicExponent & 1n) === 1n;
  return isOdd && publicExponent > 65_536n && publicExponent < 1n << 256n;
}
