import { type Bytes, encodeUtf8, wipe } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { parseKeyVersions, requireStrongKey, requireVersion } from "./key-versions.ts";

/** What stands in the database in place of a card: 32 bytes, under a version of the pepper. */
export type CardIndex = { version: number; value: Bytes };

export type CardIndexer = {
  currentVersion: number;
  /** The current version first. */
  versions: number[];
  /** Under the current pepper. Throws `malformed_text` for what is not a SHA-256 in hexadecimal. */
  index(hashedPan: string): Promise<CardIndex>;
  /** Under every pepper, the current one first: where a card may stand while a rotation lasts. */
  candidates(hashedPan: string): Promise<CardIndex[]>;
};

/**
 * HMAC-SHA-256(pepper, hashedPan). Card numbers are few enough to try them all, so that their plain
 * SHA-256 hides nothing (PCI DSS 3.5.1.1). Throws `malformed_keyring` or `weak_key`.
 */
export async function createCardIndexer(keyVersionsText: string): Promise<CardIndexer> {
  const { current: currentVersion, keys } = parseKeyVersions(keyVersionsText);
  const peppers = new Map(
    await Promise.all(
      [...keys].map(async ([version, bytes]) => [version, await importPepper(bytes)] as const),
    ),
  );
  const current = requireVersion(peppers, currentVersion);
  return {
    currentVersion,
    versions: [...keys.keys()],
    index: async (hashedPan) => computeIndex(currentVersion, current, readHashedPan(hashedPan)),
    candidates: async (hashedPan) => {
      const message = readHashedPan(hashedPan);
      return Promise.all(
        [...peppers].map(([version, pepper]) => computeIndex(version, pepper, message)),
      );
    },
  };
}

async function importPepper(bytes: Bytes): Promise<CryptoKey> {
  requireStrongKey(bytes);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes, hmac, false, ["sign"]);
  wipe(bytes);
  return key;
}

// The lower-case digits and not the 32 bytes they stand for: what an operator can recompute with
// any HMAC tool.
function readHashedPan(hashedPan: string): Bytes {
  if (/^[0-9a-fA-F]{64}$/.test(hashedPan)) return encodeUtf8(hashedPan.toLowerCase());
  throw new CryptoError("malformed_text", "A hashed PAN is 64 hexadecimal digits.");
}

async function computeIndex(
  version: number,
  pepper: CryptoKey,
  message: Bytes,
): Promise<CardIndex> {
  return { version, value: new Uint8Array(await crypto.subtle.sign("HMAC", pepper, message)) };
}
