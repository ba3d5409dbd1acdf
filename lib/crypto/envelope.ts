import { type Bytes, decodeBase64Url, decodeUtf8, encodeBase64Url, encodeUtf8 } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { type Coordinates, readCoordinates, toCoordinates } from "./p256-point.ts";

/** How a content key is wrapped: RFC 7518 sections 4.3 and 4.6. */
export const wrapAlgorithms = ["RSA-OAEP-256", "ECDH-ES+A256KW"] as const;

type WrapAlgorithm = (typeof wrapAlgorithms)[number];

/** A content key as one recipient gets it. */
export type WrappedKey = {
  encryptedKey: Bytes;
  /** The point of the sender's ephemeral key; null for RSA. */
  ephemeralKey: Bytes | null;
};

/** Per recipient, and not protected: a rewrap changes it without touching the ciphertext. */
export type RecipientHeader =
  | { alg: "RSA-OAEP-256"; kid: string }
  | {
      alg: "ECDH-ES+A256KW";
      kid: string;
      epk: { kty: "EC"; crv: "P-256" } & Coordinates;
    };

/** Flattened JWE JSON serialization (RFC 7516 section 7.2.2). Every string but those of the header is base64url. */
export type SealedReceipt = {
  protected: string;
  header: RecipientHeader;
  encrypted_key: string;
  iv: string;
  ciphertext: string;
  tag: string;
  aad: string;
};

/** The protected header of every envelope that is sealed here: base64url of `{"enc":"A256GCM"}`. */
export const protectedHeader = "eyJlbmMiOiJBMjU2R0NNIn0" as const;

/** What looks like an envelope: its header is still to be checked. */
export type UncheckedEnvelope = Omit<SealedReceipt, "header"> & {
  header: { alg: string; kid: string };
};

/** The `aad` member of the envelope of a payment, base64url: an envelope in another row does not open. */
export function receiptAad(paymentId: string): string {
  return encodeBase64Url(encodeUtf8(JSON.stringify({ paymentId, v: 1 })));
}

/**
 * Checks an envelope, of any type at run time, against our format, and returns a copy with only the members
 * of the format. Throws `malformed_envelope` or `unsupported_algorithm`.
 */
export function checkEnvelope(sealed: UncheckedEnvelope): SealedReceipt {
  const { header: given, unprotected, ...members } = requireObject(sealed);
  // The one member that would change the meaning of the others; unknown ones mean nothing (RFC 7516
  // section 7.2.1) and are dropped.
  if (unprotected !== undefined) throw malformed();
  const header = checkRecipientHeader(given);
  const envelope = {
    protected: requireString(members.protected),
    header,
    encrypted_key: requireEncoded(members.encrypted_key, wrappedBytes[header.alg]),
    iv: requireEncoded(members.iv, 12),
    ciphertext: requireEncoded(members.ciphertext),
    tag: requireEncoded(members.tag, 16),
    aad: requireEncoded(members.aad),
  };
  checkProtectedHeader(envelope.protected);
  return envelope;
}

/** A modulus of 2048 bits, or AES key wrap's 8 bytes beyond the key (RFC 3394). */
const wrappedBytes: Record<WrapAlgorithm, number> = { "RSA-OAEP-256": 256, "ECDH-ES+A256KW": 40 };

function checkRecipientHeader(value: unknown): RecipientHeader {
  const { alg, kid, epk, ...others } = requireObject(value);
  refuseExtensions(others);
  // Parameter names are disjoint across headers (RFC 7516 section 7.2.1), and `enc` is protected.
  if ("enc" in others) throw malformed();
  if (alg === "RSA-OAEP-256") return { alg, kid: requireString(kid) };
  if (alg !== "ECDH-ES+A256KW") throw unsupported();
  return { alg, kid: requireString(kid), epk: checkEphemeralKey(epk) };
}

/** SP 800-56A Rev. 3 section 5.6.2.2.2: a point that is not on the curve could give away the private key. */
function checkEphemeralKey(value: unknown) {
  const { kty, crv, ...coordinates } = requireObject(value);
  const point = readCoordinates(coordinates);
  if (kty !== "EC" || crv !== "P-256" || !point) throw malformed();
  return { kty, crv, ...toCoordinates(point) } as const;
}

/** The header for the holder of the key `kid`, of what was wrapped for that key. */
export function recipientHeader(
  kid: string,
  { ephemeralKey }: { ephemeralKey: Uint8Array | null },
): RecipientHeader {
  if (ephemeralKey === null) return { alg: "RSA-OAEP-256", kid };
  const epk = { kty: "EC", crv: "P-256", ...toCoordinates(new Uint8Array(ephemeralKey)) } as const;
  return { alg: "ECDH-ES+A256KW", kid, epk };
}

/** What a checked envelope has for its recipient. */
export function wrappedKeyOf({ header, encrypted_key }: SealedReceipt): WrappedKey {
  const ephemeralKey = header.alg === "RSA-OAEP-256" ? null : readCoordinates(header.epk);
  if (ephemeralKey === undefined) throw malformed();
  return { encryptedKey: decodeBase64Url(encrypted_key), ephemeralKey };
}

/** Throws `malformed_envelope` or `unsupported_algorithm`. */
function checkProtectedHeader(encoded: string): void {
  const { enc, ...others } = parseProtectedHeader(encoded);
  refuseExtensions(others);
  if ("alg" in others || "kid" in others || "epk" in others) throw malformed();
  if (enc !== "A256GCM") throw unsupported();
}

function parseProtectedHeader(encoded: string): Record<string, unknown> {
  try {
    return requireObject(JSON.parse(decodeUtf8(decodeBase64Url(encoded))));
  } catch {
    throw malformed();
  }
}

/**
 * Compression leaks lengths of its input, a critical extension is one that we do not know, and names of the parties
 * are part of the derived key, where ours are empty.
 */
function refuseExtensions(header: Record<string, unknown>): void {
  if (["zip", "crit", "apu", "apv"].some((name) => name in header)) throw unsupported();
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
    "The envelope asks for something other than RSA-OAEP-256 or ECDH-ES+A256KW, with A256GCM.",
  );
}
