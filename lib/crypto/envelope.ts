import { decodeBase64Url, decodeUtf8, encodeBase64Url, encodeUtf8 } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";

/** Flattened JWE JSON serialization (RFC 7516 section 7.2.2). Every string but `alg` and `kid` is base64url. */
export type SealedReceipt = {
  protected: string;
  header: { alg: string; kid: string };
  encrypted_key: string;
  iv: string;
  ciphertext: string;
  tag: string;
  aad: string;
};

/** The `aad` member of the envelope of a payment, base64url: an envelope in another row does not open. */
export function receiptAad(paymentId: string): string {
  return encodeBase64Url(encodeUtf8(JSON.stringify({ paymentId, v: 1 })));
}

/**
 * Checks an envelope, of any type at run time, against our format, and returns a copy with only the members
 * of the format. Throws `malformed_envelope` or `unsupported_algorithm`.
 */
export function checkEnvelope(sealed: SealedReceipt): SealedReceipt {
  const { header, unprotected, ...members } = requireObject(sealed);
  // The one member that would change the meaning of the others; unknown ones mean nothing (RFC 7516
  // section 7.2.1) and are dropped.
  if (unprotected !== undefined) throw malformed();
  const envelope = {
    protected: requireString(members.protected),
    header: checkRecipientHeader(header),
    encrypted_key: requireEncoded(members.encrypted_key, 256),
    iv: requireEncoded(members.iv, 12),
    ciphertext: requireEncoded(members.ciphertext),
    tag: requireEncoded(members.tag, 16),
    aad: requireEncoded(members.aad),
  };
  checkProtectedHeader(envelope.protected);
  return envelope;
}

function checkRecipientHeader(value: unknown): { alg: string; kid: string } {
  const { alg, kid, ...others } = requireObject(value);
  refuseExtensions(others);
  // Parameter names are disjoint across headers (RFC 7516 section 7.2.1), and `enc` is protected.
  if ("enc" in others) throw malformed();
  if (alg !== "RSA-OAEP-256") throw unsupported();
  return { alg, kid: requireString(kid) };
}

function checkProtectedHeader(encoded: string): void {
  const { enc, ...others } = parseProtectedHeader(encoded);
  refuseExtensions(others);
  if ("alg" in others || "kid" in others) throw malformed();
  if (enc !== "A256GCM") throw unsupported();
}

function parseProtectedHeader(encoded: string): Record<string, unknown> {
  try {
    return requireObject(JSON.parse(decodeUtf8(decodeBase64Url(encoded))));
  } catch {
    throw malformed();
  }
}

/** Compression leaks lengths of its input, and a critical extension is one that we do not know. */
function refuseExtensions(header: Record<string, unknown>): void {
  if ("zip" in header || "crit" in header) throw unsupported();
}

function requireObject(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed();
  return { ...value };
}

function requireString(value: unknown): string {
  if (typeof value !== "string" || value === "") throw malformed();
  return value;
}

function requireEncoded(value: unknown, length?: number): string {
  const text = requireString(value);
  const actual = countDecodedBytes(text);
  if (length !== undefined && actual !== length) throw malformed();
  return text;
}

function countDecodedBytes(text: string): number {
  try {
    return decodeBase64Url(text).length;
  } catch {
    throw malformed();
  }
}

function malformed(): CryptoError {
  return new CryptoError("malformed_envelope", "The envelope is not a sealed receipt.");
}

function unsupported(): CryptoError {
  return new CryptoError(
    "unsupported_algorithm",
    "The envelope asks for something other than RSA-OAEP-256 with A256GCM.",
  );
}
