import { type Bytes, encodeUtf8, wipe } from "#lib/crypto/bytes.ts";

/** OWASP's minimum for PBKDF2-HMAC-SHA-256. */
export const MIN_ITERATIONS = 600_000;
// A slow device must still be able to open what a fast one has written.
export const MAX_ITERATIONS = 5_000_000;

const TARGET_MS = 400;
const SAMPLE_ITERATIONS = 50_000;

/** An AES-256-GCM key from a PIN or a passphrase, by PBKDF2-HMAC-SHA-256 (RFC 8018). */
export async function derivePasswordKey({
  password,
  salt,
  iterations,
  usages,
}: {
  password: string;
  salt: Bytes;
  iterations: number;
  usages: KeyUsage[];
}): Promise<CryptoKey> {
  const base = await importPassword(password);
  return await crypto.subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations },
    base,
    { name: "AES-GCM", length: 256 },
    false,
    usages,
  );
}

/** 32 bytes from a PIN, by PBKDF2-HMAC-SHA-256 (RFC 8018); the caller wipes them. */
export async function stretchPin(
  pin: string,
  { salt, iterations }: { salt: Bytes; iterations: number },
): Promise<Bytes> {
  const base = await importPassword(pin);
  const params = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return new Uint8Array(await crypto.subtle.deriveBits(params, base, 256));
}

/** How many iterations take this device about 400 ms, within the two bounds. */
export async function calibrateIterations(): Promise<number> {
  const salt = new Uint8Array(16);
  const base = await importPassword("calibration");
  const params = { name: "PBKDF2", hash: "SHA-256", salt };
  // The first run includes the warm-up and is not representative.
  await crypto.subtle.deriveBits({ ...params, iterations: 1000 }, base, 256);
  const start = performance.now();
  await crypto.subtle.deriveBits({ ...params, iterations: SAMPLE_ITERATIONS }, base, 256);
  const milliseconds = Math.max(performance.now() - start, 1);
  return fitIterations((SAMPLE_ITERATIONS * TARGET_MS) / milliseconds);
}

/** Clamped and rounded: the exact figure would help to identify a device. */
export function fitIterations(iterations: number): number {
  const rounded = Math.round(iterations / 100_000) * 100_000;
  return Math.min(Math.max(rounded, MIN_ITERATIONS), MAX_ITERATIONS);
}

async function importPassword(password: string): Promise<CryptoKey> {
  // The same text must give the same key, however the keyboard composes its characters.
  const bytes = encodeUtf8(password.normalize("NFKC"));
  try {
    return await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, [
      "deriveKey",
      "deriveBits",
    ]);
  } finally {
    wipe(bytes);
  }
}
