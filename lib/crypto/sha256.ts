import { hash } from "node:crypto";

/**
 * SHA-256 of the UTF-8 of a text, 32 bytes. By way of hexadecimal digits, since Node allocates memory of its own for
 * each digest that it returns as bytes: 0.7 instead of 3.4 µs.
 */
export function sha256(text: string): Buffer<ArrayBuffer> {
  return Buffer.from(hash("sha256", text, "hex"), "hex");
}
