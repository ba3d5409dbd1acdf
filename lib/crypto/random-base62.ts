import { createDraw } from "./draw-random.ts";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const drawBytes = createDraw(48);

/** Every digit is uniform: bytes from 248 up, which would favor the first eight digits, are drawn again. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of drawBytes()) if (byte < 248) text += digits[byte % 62];
  }
  return text.slice(0, length);
}

/** The number that the bytes write, big-endian and padded with zeros; the digits must be enough for it. */
export function encodeBase62(bytes: Uint8Array, length: number): string {
  let text = "";
  let rest = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
  for (; text.length < length; rest /= 62n) text = `${digits[Number(rest % 62n)]}${text}`;
  return text;
}

/** Big-endian, padded with zeros. `value` is a whole number that fits. */
export function formatBase62(value: number, length: number): string {
  const text = Array.from({ length }, (_, at) => digits[Math.floor(value / 62 ** at) % 62]);
  return text.reverse().join("");
}
