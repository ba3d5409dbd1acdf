import type { Bytes } from "./bytes.ts";

const DRAWS = 256;

/**
 * Random bytes from the system's generator, a few hundred draws at a time: one takes 2 µs, however long it
 * is. Returned bytes are no longer kept here.
 */
export function createDraw(length: number): () => Bytes {
  const drawn: Bytes = new Uint8Array(length * DRAWS);
  let used = drawn.length;
  return () => {
    if (used === drawn.length) {
      crypto.getRandomValues(drawn);
      used = 0;
    }
    const bytes = drawn.slice(used, used + length);
    drawn.fill(0, used, used + length);
    used += length;
    return bytes;
  };
}

/** A fresh IV of AES-GCM, 96 random bits (NIST SP 800-38D section 8.2.2). */
export const drawIv = createDraw(12);

/** A fresh content key of AES-256. */
export const drawContentKey = createDraw(32);
