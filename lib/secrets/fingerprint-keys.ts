import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { decodeBase64, encodeBase64, wipe } from "#lib/crypto/bytes.ts";
import type { KeyVersions } from "#lib/crypto/key-versions.ts";
import type { Keyring } from "#lib/crypto/keyring.ts";
import { insertFingerprintKeys, selectFingerprintKeys } from "./store.ts";

/** By version, the current one first. */
export type FingerprintKeys = ReadonlyMap<number, KeyObject>;

/**
 * The keys of request fingerprints: one for each given column key, and for those that have been retired
 * since. The hashes cannot be computed again without the bodies, so their keys are kept, encrypted.
 */
export async function openFingerprintKeys(
  keyring: Keyring,
  { keys: columnKeys }: KeyVersions,
): Promise<FingerprintKeys> {
  const derived = [...columnKeys].map(([version, columnKey]) => {
    // One key, one use: the same bytes never serve both AES and HMAC.
    const digest = createHmac("sha256", columnKey).update("sealslip request fingerprint v1");
    return { version, bytes: new Uint8Array(digest.digest()) };
  });
  await insertFingerprintKeys(
    derived.map(({ version, bytes }) => ({
      version,
      key: keyring.encrypt(encodeBase64(bytes), fingerprintKeyContext(String(version))),
    })),
  );

  const keys = new Map(derived.map(({ version, bytes }) => [version, importKey(bytes)]));
  for (const { version, key } of await selectFingerprintKeys()) {
    if (keys.has(version)) continue;
    const text = keyring.decrypt(new Uint8Array(key), fingerprintKeyContext(String(version)));
    keys.set(version, importKey(decodeBase64(text)));
  }
  return keys;
}

export function fingerprintKeyContext(version: string): string {
  return `fingerprint_key.key:${version}`;
}

function importKey(bytes: Uint8Array<ArrayBuffer>): KeyObject {
  const key = createSecretKey(bytes);
  wipe(bytes);
  return key;
}
