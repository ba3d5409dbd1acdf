import { type Bytes, decodeBase64Url, encodeBase64, wipe } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { malformedPublicKey, privateKeyGiven } from "./rsa-key-rules.ts";

/** `label` is the PEM's own; undefined for bare base64. */
export type KeyText = { label: string | undefined; der: Bytes };

/** The kind of a DER structure, by its first bytes. */
export type DerKind = "pkcs8" | "pkcs1_or_sec1_private" | "pkcs1_public" | "sequence" | "unknown";

/** The longest key text that is read, in characters. An RSA-4096 private key has 3,300. */
const maxKeyText = 16_384;

const pemBlock =
  /^[ \t]*-----BEGIN ([A-Z0-9 ]{1,40})-----([A-Za-z0-9+/=\s]*)-----END ([A-Z0-9 ]{1,40})-----[ \t\r]*$/m;

/**
 * Reads one PEM block, with lines of explanatory text around it (RFC 7468, section 2), or base64 or base64url of DER.
 * Throws `malformed_key`.
 */
export function readKeyText(text: string): KeyText {
  if (text.length > maxKeyText) throw new CryptoError("malformed_key", "The key is too long.");
  const blocks = countPemBlocks(text);
  if (blocks === 0) return { label: undefined, der: decodeDer(text) };
  if (blocks > 1) {
    throw new CryptoError("malformed_key", "The text has more than one key. Send one alone.");
  }
  const [, label, body, endLabel] = (text.includes("\0") ? null : pemBlock.exec(text)) ?? [];
  if (label === undefined || body === undefined || label !== endLabel) {
    throw new CryptoError("malformed_key", "The key is not a single, whole PEM block.");
  }
  return { label, der: decodeDer(body) };
}

export function countPemBlocks(text: string): number {
  return text.match(/-----BEGIN/g)?.length ?? 0;
}

/**
 * The DER of a possible SubjectPublicKeyInfo, in the spellings of readKeyText. Throws `private_key_given` or
 * `malformed_key`.
 */
export function readPublicDer(text: string): Bytes {
  // Before any parsing: a sender of a private key must learn that it is one, however damaged it is.
  if (/PRIVATE KEY-----/.test(text) || /^\s*\{[\s\S]*"d"\s*:/.test(text)) throw privateKeyGiven();
  const { label, der } = readKeyText(text);
  const kind = getDerKind(der);
  if (kind === "pkcs8" || kind === "pkcs1_or_sec1_private") {
    wipe(der);
    throw privateKeyGiven();
  }
  if (kind === "sequence" && (label === undefined || label === "PUBLIC KEY")) return der;
  throw malformedPublicKey();
}

/** PEM with lines of 64 characters (RFC 7468). */
export function formatPem(label: "PUBLIC KEY" | "PRIVATE KEY", der: Bytes): string {
  const lines = encodeBase64(der).match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

/** Recognizes the kinds of keys that callers mix up; the platform judges whether the key is sound. */
export function getDerKind(der: Bytes): DerKind {
  const content = findSequenceContent(der);
  if (!content) return "unknown";
  const [tag, length, value] = content;
  if (tag === 0x30) return "sequence";
  if (tag !== 0x02) return "unknown";
  // A leading INTEGER is a version (one byte) or the modulus of a PKCS#1 public key.
  if (length !== 1) return "pkcs1_public";
  const afterVersion = content[3];
  return (value === 0 || value === 1) && afterVersion === 0x30 ? "pkcs8" : "pkcs1_or_sec1_private";
}

function decodeDer(text: string): Bytes {
  const compact = text.replace(/\s+/g, "").replaceAll("+", "-").replaceAll("/", "_");
  const digits = compact.length % 4 === 0 ? compact.replace(/={1,2}$/, "") : compact;
  if (digits === "") throw new CryptoError("malformed_key", "The key is empty.");
  try {
    return decodeBase64Url(digits);
  } catch {
    throw new CryptoError("malformed_key", "The key is neither PEM nor base64.");
  }
}

/** The content of a SEQUENCE that fills the bytes exactly: no data may follow a key. */
function findSequenceContent(der: Bytes): Bytes | undefined {
  const [tag, first = 0] = der;
  if (tag !== 0x30) return undefined;
  if (first < 0x80) return der.length === 2 + first ? der.subarray(2) : undefined;
  const lengthBytes = first & 0x7f;
  if (lengthBytes < 1 || lengthBytes > 2) return undefined;
  const start = 2 + lengthBytes;
  const length = der.subarray(2, start).reduce((sum, byte) => sum * 256 + byte, 0);
  return der.length === start + length ? der.subarray(start) : undefined;
}
