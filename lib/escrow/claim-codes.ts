import { createHmac } from "node:crypto";
import { encodeBase62 } from "#lib/crypto/random-base62.ts";
import { sha256 } from "#lib/crypto/sha256.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { selectClaimKeyVersion } from "./store-claims.ts";

// [Note: claim codes]
//
// A code is derived from the payment's id, so that a replay of the creation answers the same one, and the database
// has nothing but its SHA-256: 160 bits cannot be guessed from that. Each version of the key is derived from the
// fingerprint key of that version, which outlives the column key, so that a code lasts as long as its receipt waits.

const BYTES = 20;
const DIGITS = 27;

/** What is stored with a receipt that goes into escrow now. */
export function newClaim(paymentId: string): { hash: Uint8Array; keyVersion: number } {
  const [keyVersion] = currentKey();
  return { hash: hashClaimCode(deriveCode(paymentId, keyVersion)), keyVersion };
}

export function hashClaimCode(code: string): Buffer<ArrayBuffer> {
  return sha256(code);
}

/** The code of a receipt that came into escrow by this very call. */
export function newClaimCode(paymentId: string): string {
  const [keyVersion] = currentKey();
  return deriveCode(paymentId, keyVersion);
}

/** The code of a receipt that waits; undefined where it has none any more, or is from before there were codes. */
export async function findClaimCode(paymentId: string): Promise<string | undefined> {
  const keyVersion = await selectClaimKeyVersion(paymentId);
  return keyVersion === undefined ? undefined : deriveCode(paymentId, keyVersion);
}

function currentKey() {
  const [current] = serviceSecrets().claimKeys;
  if (!current) throw new Error("there is no current claim key");
  return current;
}

/** HMAC-SHA-256, truncated to 160 bits. */
function deriveCode(paymentId: string, keyVersion: number): string {
  const key = serviceSecrets().claimKeys.get(keyVersion);
  if (!key) throw new Error(`the claim key of version ${keyVersion} is missing`);
  const digest = createHmac("sha256", key).update(paymentId).digest();
  return `clm_${encodeBase62(digest.subarray(0, BYTES), DIGITS)}`;
}
