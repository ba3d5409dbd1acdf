import { createHmac } from "node:crypto";
import { type Bytes, decodeBase64 } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";

/** In the order of the text: the current version first. */
export type KeyVersions = { current: number; keys: Map<number, Bytes> };

const maxVersion = 32_767; // a smallint column, and two bytes in the keyring's layout
const minKeyBytes = 32;
const minDistinctBytes = 16; // 32 random bytes have about 30; below 16 is out of chance's reach

/**
 * Reads `2:base64,1:base64`. The first version is the current one and the others stay readable, so
 * that a rotation is two safe deployments: add the new key at the end everywhere, then move it to
 * the front. Throws `malformed_keyring`.
 */
export function parseKeyVersions(text: string): KeyVersions {
  const keys = new Map<number, Bytes>();
  for (const entry of text.trim().split(",")) {
    const [, versionText = "", keyText = ""] = /^\s*([1-9]\d{0,4}):(\S+)\s*$/.exec(entry) ?? [];
    const version = Number(versionText);
    if (version < 1 || version > maxVersion) throw malformed("an entry is not version:base64");
    if (keys.has(version)) throw malformed("a version appears twice");
    keys.set(version, decodeKey(keyText));
  }
  const [current = 0] = keys.keys();
  return { current, keys };
}

/** Throws `weak_key` for fewer than 32 bytes, and for bytes that do not look random. */
export function requireStrongKey(key: Bytes): void {
  if (key.length < minKeyBytes) throw weak(`has fewer than ${minKeyBytes} bytes`);
  if (new Set(key).size < minDistinctBytes) throw weak("repeats itself");
  if (hasConstantStep(key)) throw weak("is a sequence");
  if (key.every((byte) => byte >= 0x20 && byte < 0x7f)) throw weak("is text, not random bytes");
}

/** Throws `unknown_key_version`: data under a missing key is lost. */
export function requireVersion<Key>(keys: Map<number, Key>, version: number): Key {
  const key = keys.get(version);
  if (key !== undefined) return key;
  throw new CryptoError("unknown_key_version", `There is no key of version ${version}.`);
}

/** HMAC-SHA-256 of a fixed label: 32 bytes that prove at startup that the key has not changed. */
export function keyCheckValue(key: Bytes): Bytes {
  const digest = createHmac("sha256", key).update("sealslip key check v1").digest();
  return new Uint8Array(digest);
}

function decodeKey(text: string): Bytes {
  try {
    return decodeBase64(text);
  } catch {
    throw malformed("a key is not base64");
  }
}

function hasConstantStep(key: Bytes): boolean {
  const step = ((key[1] ?? 0) - (key[0] ?? 0)) & 255;
  return key.every((byte, at) => at === 0 || ((byte - (key[at - 1] ?? 0)) & 255) === step);
}

function malformed(why: string): CryptoError {
  return new CryptoError("malformed_keyring", `Expected keys as 2:base64,1:base64, but ${why}.`);
}

function weak(why: string): CryptoError {
  return new CryptoError("weak_key", `A key ${why}. Make one with: openssl rand -base64 32`);
}
