import { createPublicKey, type KeyObject } from "node:crypto";
import type { Bytes } from "./bytes.ts";
import { readPublicDer } from "./key-text.ts";
import { namesEllipticCurve, requirePoint } from "./p256-keys.ts";
import { isOtherAlgorithm, malformedPublicKey, unsupportedKey } from "./rsa-key-rules.ts";

/** A public key as sealOnServer takes it. */
export type SealingKey =
  | { kind: "RSA-2048"; key: KeyObject }
  /** The point as wrapFor checks it */
  | { kind: "P-256"; point: Bytes };

/**
 * The canonical PEM of RSA-2048 with e = 65537 only: algorithm, lengths, and exponent are at fixed places of
 * the DER, and the modulus begins with its highest bit.
 */
const usualPem =
  /^-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA[g-z0-9+/][A-Za-z0-9+/]{19}\n(?:[A-Za-z0-9+/]{64}\n){5}[A-Za-z0-9+/]{2}IDAQAB\n-----END PUBLIC KEY-----\n$/;

/** The canonical PEM of P-256, with the base64 of its point: all before that is the same in each. */
const p256Pem =
  /^-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE([A-Za-z0-9+/]{28})\n([A-Za-z0-9+/]{58}==)\n-----END PUBLIC KEY-----\n$/;

/**
 * The key of a `pem` that importPublicKey returned earlier. It skips thumbprint and canonical form, which
 * cost several imports, for the path that imports a key at every payment. Throws `private_key_given`,
 * `unsupported_key`, `weak_key` or `malformed_key`.
 */
export function importStoredPublicKey(pem: string): SealingKey {
  const [, begin, end] = p256Pem.exec(pem) ?? [];
  if (begin && end) return { kind: "P-256", point: readPoint(begin, end) };
  if (!usualPem.test(pem)) return importUnusual(pem);
  try {
    // The text as it is, without reading size and exponent: each doubles the time.
    return { kind: "RSA-2048", key: createPublicKey(pem) };
  } catch {
    throw malformedPublicKey();
  }
}

/** Whether it is on the curve is left to the key agreement, which checks that anyway. */
function readPoint(begin: string, end: string): Bytes {
  const point = new Uint8Array(65);
  point[0] = 4;
  point.set(Buffer.from(begin + end, "base64"), 1);
  return point;
}

function importUnusual(text: string): SealingKey {
  const der = readPublicDer(text);
  if (namesEllipticCurve(der)) return { kind: "P-256", point: requirePoint(der) };
  try {
    // As DER: from the PEM of a private key createPublicKey would derive the public one.
    const key = createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
    if (isRsa2048(key)) return { kind: "RSA-2048", key };
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
