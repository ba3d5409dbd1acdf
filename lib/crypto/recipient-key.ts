import { type Bytes, wipe } from "./bytes.ts";
import type { WrapAlgorithm } from "./envelope.ts";
import { getDerKind, readKeyText, readPublicDer } from "./key-text.ts";
import { importP256Private, importP256Public, namesEllipticCurve } from "./p256-keys.ts";
import { malformedPrivateKey } from "./rsa-key-rules.ts";
import { importRsaPrivate, importRsaPublic } from "./rsa-keys.ts";

/** The kinds of keys that a receipt can be sealed to. */
export const keyKinds = ["RSA-2048", "P-256"] as const;

export type KeyKind = (typeof keyKinds)[number];

/** How a content key is wrapped for a key of each kind (RFC 7518 sections 4.3 and 4.6). */
export const wrapAlgorithmOf = {
  "RSA-2048": "RSA-OAEP-256",
  "P-256": "ECDH-ES+A256KW",
} as const satisfies Record<KeyKind, WrapAlgorithm>;

/** `pem` is the canonical spelling: two spellings of one key have the same `pem`. */
export type PublicKey = { kind: KeyKind; key: CryptoKey; pem: string; thumbprint: string };

/**
 * Reads PEM SPKI, or base64 or base64url of DER SPKI. Either RSA, exactly 2048 bits, odd exponent from 65537 up to
 * 2^64, no known weakness, which takes a few milliseconds; or P-256, an uncompressed point on the curve. Throws
 * `private_key_given`, `unsupported_key`, `weak_key` or `malformed_key`.
 */
export async function importPublicKey(text: string): Promise<PublicKey> {
  const der = readPublicDer(text);
  if (namesEllipticCurve(der)) return { kind: "P-256", ...(await importP256Public(der)) };
  return { kind: "RSA-2048", ...(await importRsaPublic(der)) };
}

/** The kind of a key whose PEM importPublicKey has returned. */
export function keyKindOf(pem: string): KeyKind {
  return namesEllipticCurve(readPublicDer(pem)) ? "P-256" : "RSA-2048";
}

/**
 * Reads PEM PKCS#8, or base64 or base64url of DER PKCS#8: RSA-2048 or P-256, not extractable, for opening receipts.
 * Throws `unsupported_key` or `malformed_key`.
 */
export async function importPrivateKey(text: string): Promise<CryptoKey> {
  const { label = "PRIVATE KEY", der } = readKeyText(text);
  try {
    if (label !== "PRIVATE KEY" || getDerKind(der) !== "pkcs8") throw malformedPrivateKey();
    return await importPrivateDer(der);
  } finally {
    wipe(der);
  }
}

async function importPrivateDer(der: Bytes): Promise<CryptoKey> {
  return namesEllipticCurve(der)
    ? await importP256Private(der)
    : await importRsaPrivate(der, { extractable: false });
}
