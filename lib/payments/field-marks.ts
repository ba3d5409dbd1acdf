import { type Cipheriv, createCipheriv, createHmac, type KeyObject } from "node:crypto";

// [Note: marks of fields]
//
// They tell later which fields of a body differ from those of an earlier one, of which nothing else is kept. A mark is
// the first four bytes of one block of AES-256, under a key of its own: of random bits of the payment's id, and of a
// digest of the field. Without the key it says nothing, and equal fields of two payments have different marks.
//
// A cryptographic hash of each field would take 4 % of the processor time of a creation. One pass over the bytes that
// the fingerprint is taken of, and one call of AES, take between 1 and 2 %. The digest only has to tell a caller's own
// bodies apart: two values that share it are a field that a conflict does not name.

const MARK_BYTES = 4;
const BLOCK_BYTES = 16;

/** A mark for each field of the canonical JSON of an object, in its order. */
export function markFields(json: Uint8Array, key: KeyObject, paymentId: string): Uint8Array {
  const digests = digestFields(json);
  const blocks = new Int32Array(2 * digests.length);
  // The end of an id is random.
  const salt = readHex(paymentId.slice(-16, -8));
  const moreSalt = readHex(paymentId.slice(-8));
  for (let at = 0; at < digests.length; at += 2) {
    blocks[2 * at] = salt;
    blocks[2 * at + 1] = moreSalt;
    blocks[2 * at + 2] = digests[at] ?? 0;
    blocks[2 * at + 3] = digests[at + 1] ?? 0;
  }
  const encrypted = cipherOf(key).update(new Uint8Array(blocks.buffer));
  const marks = Buffer.allocUnsafe(encrypted.length / (BLOCK_BYTES / MARK_BYTES));
  for (let at = 0; at < marks.length; at += MARK_BYTES) {
    marks.writeInt32LE(encrypted.readInt32LE(at * (BLOCK_BYTES / MARK_BYTES)), at);
  }
  return marks;
}

export type FieldChanges = {
  /** Names of fields that are new or have another value, in their order. */
  changed: string[];
  /** Whether the earlier body had more fields than are kept and changed. */
  isMissingOne: boolean;
};

/** What is different in the body, whose canonical JSON this is, from the one that has the marks. */
export function compareFields(
  json: Uint8Array,
  remembered: Uint8Array,
  key: KeyObject,
  paymentId: string,
): FieldChanges {
  const old = new Set(listMarks(remembered));
  const marks = listMarks(markFields(json, key, paymentId));
  const names = Object.keys(JSON.parse(Buffer.from(json).toString())).sort();
  const isKept = marks.map((mark) => old.has(mark));
  const changed = names.filter((_, field) => isKept[field] === false);
  return { changed, isMissingOne: old.size > marks.length };
}

function listMarks(marks: Uint8Array): string[] {
  return Buffer.from(marks).toString("hex").match(/.{8}/g) ?? [];
}

function readHex(digits: string): number {
  return Number.parseInt(digits, 16) | 0;
}

const ciphers = new WeakMap<KeyObject, Cipheriv>();

/** Each block stands for itself, and the cipher lasts: a new one costs more than the blocks of a body. */
function cipherOf(key: KeyObject): Cipheriv {
  const known = ciphers.get(key);
  if (known) return known;
  const derived = createHmac("sha256", key).update("sealslip field marks v1").digest();
  const cipher = createCipheriv("aes-256-ecb", derived, null).setAutoPadding(false);
  ciphers.set(key, cipher);
  return cipher;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
/** By how much a byte outside of texts changes the depth. */
const DEPTHS = new Int8Array(256);
for (const opening of "[{") DEPTHS[opening.charCodeAt(0)] = 1;
for (const closing of "]}") DEPTHS[closing.charCodeAt(0)] = -1;
// FNV-1a, once as it is, and once with another basis and another prime.
const BASES = [0x811c9dc5 | 0, 0x5bd1e995] as const;
const PRIMES = [0x01000193, 0x27d4eb2f] as const;

/** Two numbers for each field, of its name and value as they are written. */
function digestFields(json: Uint8Array): number[] {
  const digests: number[] = [];
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let one: number = BASES[0];
  let two: number = BASES[1];
  const end = json.length - 1;
  for (let at = 1; at < end; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === COMMA && depth === 0 && !isInText) {
      digests.push(one, two);
      one = BASES[0];
      two = BASES[1];
      continue;
    }
    one = Math.imul(one ^ byte, PRIMES[0]);
    two = Math.imul(two ^ byte, PRIMES[1]);
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE) isInText = !isInText;
    else if (!isInText) depth += DEPTHS[byte] ?? 0;
  }
  if (end > 1) digests.push(one, two);
  return digests;
}
