import type { Bytes } from "./bytes.ts";

const ivBytes = 12;

const drawn: Bytes = new Uint8Array(ivBytes * 256);
let used = drawn.length;

/** A fresh IV of AES-GCM, 96 bits (NIST SP 800-38D section 8.2.2), of many that are drawn at once. */
export function drawIv(): Bytes {
  if (used === drawn.length) {
    crypto.getRandomValues(drawn);
    used = 0;
  }
  const iv = drawn.slice(used, used + ivBytes);
  used += ivBytes;
  return iv;
}
