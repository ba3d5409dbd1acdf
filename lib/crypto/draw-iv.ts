import type { Bytes } from "./bytes.ts";

const ivBytes = 12;

const drawn: Bytes = new Uint8Array(ivBytes * 256);
let used = drawn.length;

/**
 * A fresh IV of AES-GCM, 96 random bits (NIST SP 800-38D section 8.2.2). They are drawn a few hundred
 * at a time: a draw costs 2 µs, however long it is.
 */
export function drawIv(): Bytes {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  const iv = drawn.slice(used, used + ivBytes);
  used += ivBytes;
  return iv;
}
