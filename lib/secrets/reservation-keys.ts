import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { wipe } from "#lib/crypto/bytes.ts";
import type { FingerprintKeys } from "./fingerprint-keys.ts";

/** By version, the current one first. */
export type ReservationKeys = ReadonlyMap<number, KeyObject>;

/** The keys that prove reservations: one for each key of fingerprints, which last longer than the column keys. */
export function deriveReservationKeys(fingerprintKeys: FingerprintKeys): ReservationKeys {
  return new Map([...fingerprintKeys].map(([version, key]) => [version, deriveKey(key)]));
}

/** One key, one use: no body that is fingerprinted begins like this. */
function deriveKey(fingerprintKey: KeyObject): KeyObject {
  const digest = createHmac("sha256", fingerprintKey).update("sealslip reservation v1").digest();
  const bytes = new Uint8Array(digest);
  const key = createSecretKey(bytes);
  wipe(bytes);
  return key;
}
