import { type Bytes, concatBytes, decodeBase64Url, encodeBase64Url, encodeHex } from "./bytes.ts";

/** A point of P-256, uncompressed: 4, x, y (SEC 1, section 2.3.3). */
export const POINT_BYTES = 65;

/** The same point as members of a JWK (RFC 7518 section 6.2.1). */
export type Coordinates = { x: string; y: string };

// NIST SP 800-186, section 3.2.1.3: y² = x³ - 3x + b over the integers modulo this prime. The cofactor is 1, so that
// every point on the curve but the one at infinity, which has no such encoding, is a sound public key.
const prime = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Whether the bytes are a public key of P-256, as SP 800-56A Rev. 3 section 5.6.2.3.3 checks one. */
export function isPoint(bytes: Bytes): boolean {
  if (bytes.length !== POINT_BYTES || bytes[0] !== 4) return false;
  const [x, y] = [readInteger(bytes.subarray(1, 33)), readInteger(bytes.subarray(33))];
  if (x >= prime || y >= prime) return false;
  return (y * y - (x * x * x - 3n * x + b)) % prime === 0n;
}

export function toCoordinates(point: Bytes): Coordinates {
  return { x: encodeBase64Url(point.slice(1, 33)), y: encodeBase64Url(point.slice(33)) };
}

/** Undefined for anything but two coordinates of a point on the curve. */
export function readCoordinates({ x, y }: { x?: unknown; y?: unknown }): Bytes | undefined {
  const [left, right] = [readCoordinate(x), readCoordinate(y)];
  if (!left || !right) return undefined;
  const point = concatBytes(Uint8Array.of(4), left, right);
  return isPoint(point) ? point : undefined;
}

/** RFC 7518 section 6.2.1.2: all 32 bytes, leading zeros too. */
function readCoordinate(value: unknown): Bytes | undefined {
  if (typeof value !== "string" || value.length !== 43) return undefined;
  try {
    return decodeBase64Url(value);
  } catch {
    return undefined;
  }
}

function readInteger(bytes: Bytes): bigint {
  return BigInt(`0x${encodeHex(bytes)}`);
}
