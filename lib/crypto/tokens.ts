import { type Bytes, requireWellFormed } from "./bytes.ts";
import { randomBase62 } from "./random-base62.ts";
import { sha256 } from "./sha256.ts";

const digitsOf256Bits = 43; // 62^43 > 2^256

/** `prefix_` and 256 bits of randomness in base62. */
export function createToken(prefix: string): string {
  return `${prefix}_${randomBase62(digitsOf256Bits)}`;
}

/** SHA-256, 32 bytes: enough for secrets with 160 bits of randomness or more, never for a password. */
export function hashToken(token: string): Bytes {
  requireWellFormed(token);
  return sha256(token);
}
