import { hash } from "node:crypto";

/**
 * SHA-256 of the UTF-8 of a text, 32 bytes. Read as hex, which takes 0.7 instead of 3.4 µs: for a digest as bytes,
 * Node allocates memory outside its heap.
 */
export function sha256(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(hash("sha256", text, "hex"), "hex");
}
