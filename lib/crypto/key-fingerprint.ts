import { fingerprintWords } from "./fingerprint-words.ts";
import { readPublicDer } from "./key-text.ts";

// 64 bits: what a person still reads out, and more than a forger can search through key by key.
const wordCount = 8;

/**
 * A public key in eight words, for people to compare: the first bytes of the SHA-256 of its DER
 * SubjectPublicKeyInfo. Throws `private_key_given` or `malformed_key`.
 */
export async function fingerprintPublicKey(publicKey: string): Promise<string[]> {
  const digest = await crypto.subtle.digest("SHA-256", readPublicDer(publicKey));
  const bytes = new Uint8Array(digest).subarray(0, wordCount);
  return Array.from(bytes, (byte) => fingerprintWords[byte] ?? "");
}
