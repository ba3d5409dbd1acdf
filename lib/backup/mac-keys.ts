import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { wipe } from "#lib/crypto/bytes.ts";
import { parseKeyVersions } from "#lib/crypto/key-versions.ts";
import { BackupError } from "./backup-error.ts";
import type { MacKeys } from "./script.ts";

/**
 * The keys that prove that this service wrote a backup: a public key lets any stranger encrypt a file. They
 * are derived from the column keys, since without those a restored database is useless anyway.
 */
export function openMacKeys(columnKeys: string): { current: number; keys: MacKeys } {
  const { current, keys: known } = parseKeyVersions(columnKeys);
  const derived = new Map<number, KeyObject>();
  for (const [version, columnKey] of known) {
    // One key, one use: the same bytes never serve both AES and HMAC.
    const digest = createHmac("sha256", columnKey).update("sealslip backup mac v1").digest();
    derived.set(version, createSecretKey(digest));
    wipe(columnKey);
  }
  return {
    current,
    keys: (version) => {
      const key = derived.get(version);
      if (key) return key;
      throw new BackupError(
        `COLUMN_KEYS has no version ${version}, which the backup was made with: give the secrets of its time`,
      );
    },
  };
}
