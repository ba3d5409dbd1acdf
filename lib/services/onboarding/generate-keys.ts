import type { KeyPair } from "#lib/contract/onboarding.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";

/** A fresh key pair, of which nothing is kept. */
export async function generateKeys(): Promise<KeyPair> {
  return { ...(await generateKeyPair()), algorithm: "RSA-OAEP-256" };
}
