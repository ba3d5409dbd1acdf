import { CryptoError } from "./crypto-error.ts";

/** The one byte type: backed by an ArrayBuffer, as the platform's crypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const base64Alphabet = createAlphabet("+/");
const base64UrlAlphabet = createAlphabet("-_");

/** Throws `malformed_text` for a lone surrogate, which UTF-8 cannot carry. */
export function encodeUtf8(text: string): Bytes {
  requireWellFormed(text);
  return encoder.encode(text);
}

/** Throws `malformed_text` as `encodeUtf8` does. */
export function requireWellFormed(text: string): void {
  if (text.isWellFormed()) return;
  throw new CryptoError("malformed_text", "The text has a lone surrogate.");
}

/** Strict: throws `malformed_text` instead of putting replacement characters. */
export function decodeUtf8(bytes: Bytes): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new CryptoError("malformed_text", "The bytes are not UTF-8.");
  }
}

/** RFC 4648 section 5, no padding. */
export function encodeBase64Url(bytes: Bytes): string {
  return encodeWith(base64UrlAlphabet, bytes);
}

/** Strict: no padding, no white space, spare bits zero, so that every value has one spelling. */
export function decodeBase64Url(text: string): Bytes {
  return decodeWith(base64UrlAlphabet, text);
}

/** RFC 4648 section 4, padded. */
export function encodeBase64(bytes: Bytes): string {
  const digits = encodeWith(base64Alphabet, bytes);
  return digits.padEnd(Math.ceil(digits.length / 4) * 4, "=");
}

/** Strict: padded, no white space, spare bits zero. */
export function decodeBase64(text: string): Bytes {
  const digits = text.length % 4 === 0 ? text.replace(/={1,2}$/, "") : "";
  if (digits === "" && text !== "") throw new CryptoError("malformed_text", "Not padded base64.");
  return decodeWith(base64Alphabet, digits);
}

/** Lower case. */
export function encodeHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Accepts either case. */
export function decodeHex(text: string): Bytes {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) {
    throw new CryptoError("malformed_text", "Not hexadecimal.");
  }
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(at * 2, at * 2 + 2), 16),
  );
}

export function concatBytes(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Takes the same time wherever two values of one length differ. The length itself is no secret. */
export function equalBytes(a: Bytes, b: Bytes): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (const [at, byte] of a.entries()) difference |= byte ^ (b[at] ?? 0);
  return difference === 0;
}

/** Overwrites the bytes of this view. Copies that the engine made are out of reach. */
export function wipe(bytes: Bytes): void {
  bytes.fill(0);
}

type Alphabet = { codes: Bytes; values: Int8Array<ArrayBuffer> };

function createAlphabet(lastTwo: string): Alphabet {
  const codes = new TextEncoder().encode(
    `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${lastTwo}`,
  );
  const values = new Int8Array(128).fill(-1);
  for (const [value, code] of codes.entries()) values[code] = value;
  return { codes, values };
}

// By table instead of btoa: every payment's receipt is encoded here, and btoa needs a string of char codes
// first.
function encodeWith({ codes }: Alphabet, bytes: Bytes): string {
  const digits = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let at = 0;
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      digits[at++] = codes[(pending >> bits) & 63] ?? 0;
    }
  }
  if (bits > 0) digits[at] = codes[(pending << (6 - bits)) & 63] ?? 0;
  return decoder.decode(digits);
}

function decodeWith({ values }: Alphabet, text: string): Bytes {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let at = 0;
  let bits = 0;
  let pending = 0;
  for (let index = 0; index < text.length; index++) {
    const value = values[text.charCodeAt(index)] ?? -1;
    if (value < 0) throw new CryptoError("malformed_text", "Not base64.");
    pending = ((pending << 6) | value) & 0xffff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (pending >> bits) & 255;
  }
  const spare = pending & ((1 << bits) - 1);
  if (text.length % 4 === 1 || spare !== 0) throw new CryptoError("malformed_text", "Not base64.");
  return bytes;
}
