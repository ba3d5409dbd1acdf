import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { type Bytes, encodeUtf8, wipe } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { parseKeyVersions, requireStrongKey, requireVersion } from "./key-versions.ts";

/** The database stores this instead of a card: 32 bytes, under a version of the pepper. */
type CardIndex = { version: number; value: Bytes };

export type CardIndexer = {
  currentVersion: number;
  /** The current version first. */
  versions: number[];
  /** Under the current pepper. Throws `malformed_text` unless it is a SHA-256 in hexadecimal. */
  index(hashedPan: string): CardIndex;
  /**
   * Under every pepper, the current one first: the indexes of a card during a rotation, or of another identifier,
   * whose kind is a prefix of what is hashed.
   */
  candidates(hash: string, prefix?: string): [CardIndex, ...CardIndex[]];
};

/**
 * HMAC-SHA-256(pepper, hashedPan). An attacker can try all card numbers, so their plain SHA-256 hides nothing
 * (PCI DSS 3.5.1.1). Throws `malformed_keyring` or `weak_key`.
 */
export function createCardIndexer(keyVersionsText: string): CardIndexer {
  const { current: currentVersion, keys } = parseKeyVersions(keyVersionsText);
  const peppers = new Map([...keys].map(([version, bytes]) => [version, importPepper(bytes)]));
  const current = requireVersion(peppers, currentVersion);
  const others = [...peppers].filter(([version]) => version !== currentVersion);
  return {
    currentVersion,
    versions: [...keys.keys()],
    index: (hashedPan) => computeIndex(currentVersion, current, readHash(hashedPan)),
    candidates: (hash, prefix = "") => {
      const message = readHash(hash, prefix);
      return [
        computeIndex(currentVersion, current, message),
        ...others.map(([version, pepper]) => computeIndex(version, pepper, message)),
      ];
    },
  };
}

function importPepper(bytes: Bytes): KeyObject {
  requireStrongKey(bytes);
  const key = createSecretKey(bytes);
  wipe(bytes);
  return key;
}

// The lower-case digits, not the 32 bytes they stand for: an operator can recompute it with any HMAC
// tool.
function readHash(hash: string, prefix = ""): Bytes {
  if (/^[0-9a-fA-F]{64}$/.test(hash)) return encodeUtf8(prefix + hash.toLowerCase());
  throw new CryptoError("malformed_text", "A SHA-256 is 64 hexadecimal digits.");
}

function computeIndex(version: number, pepper: KeyObject, message: Bytes): CardIndex {
  const digest = createHmac("sha256", pepper).update(message).digest();
  return { version, value: new Uint8Array(digest) };
}

export type KnownCardIndex = { version: number; value: Uint8Array };

/** A card index under each known pepper version, the current one first. */
export type CardIndexes = readonly [KnownCardIndex, ...KnownCardIndex[]];
