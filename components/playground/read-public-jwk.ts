import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { readPublicDer } from "#lib/crypto/key-text.ts";
import { namesEllipticCurve } from "#lib/crypto/p256-keys.ts";

/** A merchant's public key, pasted as JWK or as PEM (SPKI): the members of its JWK, or why there are none. */
export async function readPublicJwk(text: string): Promise<object | string> {
  if (text.trim() === "") return "Paste the merchant’s public key.";
  const jwk = text.trim().startsWith("{") ? parseJwk(text) : await convertPem(text);
  if (typeof jwk === "object" && "d" in jwk) return "This is a private key. Paste the public one.";
  return jwk;
}

function parseJwk(text: string): object | string {
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : ""}`;
  }
}

async function convertPem(text: string): Promise<object | string> {
  try {
    const der = readPublicDer(text);
    const algorithm = namesEllipticCurve(der)
      ? { name: "ECDSA", namedCurve: "P-256" }
      : { name: "Ed25519" };
    const key = await crypto.subtle.importKey("spki", der, algorithm, true, ["verify"]);
    return await crypto.subtle.exportKey("jwk", key);
  } catch (error) {
    if (error instanceof CryptoError) return error.message;
    return "This is not a public key of Ed25519 or P-256.";
  }
}
