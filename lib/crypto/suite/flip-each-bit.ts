import type { Bytes } from "#lib/crypto/bytes.ts";

/** One copy for each bit, with that bit flipped. */
export function flipEachBit(bytes: Bytes): Bytes[] {
  return Array.from({ length: bytes.length * 8 }, (_, bit) =>
    bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
  );
}
