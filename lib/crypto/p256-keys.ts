import { calculateJwkThumbprint } from "jose";
import { type Bytes, concatBytes, equalBytes } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { formatPem } from "./key-text.ts";
import { isPoint, POINT_BYTES, toCoordinates } from "./p256-point.ts";

const ecdhP256 = { name: "ECDH", namedCurve: "P-256" };

/** The DER of a SubjectPublicKeyInfo of P-256 up to its point: id-ecPublicKey, prime256v1, BIT STRING (RFC 5480). */
const spkiHead: Bytes = Uint8Array.of(
  ...[0x30, 0x59, 0x30, 0x13, 6, 7, 42, 134, 72, 206, 61, 2, 1],
  ...[6, 8, 42, 134, 72, 206, 61, 3, 1, 7, 3, 0x42, 0],
);

/**
 * A fresh P-256 pair for a device's own key. Extractable only where the caller must wrap the private key itself;
 * otherwise the platform keeps it.
 */
export async function generateP256Keys({
  extractable,
}: {
  extractable: boolean;
}): Promise<CryptoKeyPair> {
  return await crypto.subtle.generateKey(ecdhP256, extractable, ["deriveBits"]);
}

/** Whether a DER public or private key names id-ecPublicKey (1.2.840.10045.2.1), on whichever curve. */
export function namesEllipticCurve(der: Bytes): boolean {
  const idEcPublicKey = String.fromCharCode(6, 7, 42, 134, 72, 206, 61, 2, 1);
  return String.fromCharCode(...der.subarray(0, 40)).includes(idEcPublicKey);
}

/** Of a DER SubjectPublicKeyInfo. Throws `unsupported_key` or `weak_key`. */
export async function importP256Public(der: Bytes) {
  const point = requirePoint(der);
  const key = await importP256Point(point);
  const thumbprint = await calculateJwkThumbprint(
    { kty: "EC", crv: "P-256", ...toCoordinates(point) },
    "sha256",
  );
  return { key, pem: formatPem("PUBLIC KEY", der), thumbprint };
}

/** Of a DER PKCS#8, for key agreement. Throws `unsupported_key`. */
export async function importP256Private(der: Bytes): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("pkcs8", der, ecdhP256, false, ["deriveBits"]);
  } catch {
    throw unsupportedCurve();
  }
}

/** The point of a DER SubjectPublicKeyInfo, on the curve. Throws `unsupported_key` or `weak_key`. */
export function requirePoint(der: Bytes): Bytes {
  // This form alone, byte by byte, so that one key has one spelling.
  const isP256 = equalBytes(der.slice(0, spkiHead.length), spkiHead);
  const point = der.slice(spkiHead.length);
  if (!isP256 || point.length !== POINT_BYTES || point[0] !== 4) throw unsupportedCurve();
  if (!isPoint(point)) throw brokenPoint();
  return point;
}

export async function importP256Point(point: Bytes): Promise<CryptoKey> {
  return await crypto.subtle.importKey("raw", point, ecdhP256, true, []);
}

/** The canonical PEM of a point. */
export function formatP256Pem(point: Bytes): string {
  return formatPem("PUBLIC KEY", concatBytes(spkiHead, point));
}

function unsupportedCurve(): CryptoError {
  return new CryptoError(
    "unsupported_key",
    "Of elliptic curve keys, only those on the named curve P-256 with an uncompressed point are supported.",
  );
}

export function brokenPoint(): CryptoError {
  return new CryptoError(
    "weak_key",
    "This key is broken: its point is not on the curve P-256. Generate a new key pair.",
  );
}
