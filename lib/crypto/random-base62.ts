const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Every digit is uniform: bytes from 248 up, which would favor the first eight digits, are drawn again. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    const draw = crypto.getRandomValues(new Uint8Array(length));
    for (const byte of draw) if (byte < 248) text += digits[byte % 62];
  }
  return text.slice(0, length);
}

/** Big-endian, padded with zeros. `value` is a whole number that fits. */
export function formatBase62(value: number, length: number): string {
  const text = Array.from({ length }, (_, at) => digits[Math.floor(value / 62 ** at) % 62]);
  return text.reverse().join("");
}
