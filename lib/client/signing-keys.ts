import { CompactSign, calculateJwkThumbprint } from "jose";
import { encodeUtf8, wipe } from "#lib/crypto/bytes.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { formatPem, readKeyText } from "#lib/crypto/key-text.ts";
import { importSigningKey } from "#lib/crypto/merchant-signature.ts";
import { namesEllipticCurve } from "#lib/crypto/p256-keys.ts";

/** A merchant's pair for signing: `signingKey` of a client and of sealReceipt. */
export type SigningKeys = {
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  /** The RFC 7638 thumbprint of the public key, as the console shows it. */
  kid: string;
};

const platforms = { Ed25519: { name: "Ed25519" }, "P-256": { name: "ECDSA", namedCurve: "P-256" } };

/** A fresh pair as PEM, for the place where you keep secrets: PKCS#8, and the SPKI to register in the console. */
export async function generateSigningKeys({
  kind = "Ed25519",
}: {
  kind?: keyof typeof platforms | undefined;
} = {}): Promise<{ privateKeyPem: string; publicKeyPem: string }> {
  const pair = await crypto.subtle.generateKey(platforms[kind], true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw unsupported();
  const [pkcs8, spki] = await Promise.all([
    crypto.subtle.exportKey("pkcs8", pair.privateKey),
    crypto.subtle.exportKey("spki", pair.publicKey),
  ]);
  return {
    privateKeyPem: formatPem("PRIVATE KEY", new Uint8Array(pkcs8)),
    publicKeyPem: formatPem("PUBLIC KEY", new Uint8Array(spki)),
  };
}

/**
 * The pair of a private key as PKCS#8, such as the console's `signing-key.pem`. Throws CryptoError: `malformed_key`,
 * `unsupported_key` unless it is Ed25519 or P-256.
 */
export async function readSigningKeys(privateKeyPem: string): Promise<SigningKeys> {
  const { der } = readKeyText(privateKeyPem);
  const platform = platforms[namesEllipticCurve(der) ? "P-256" : "Ed25519"];
  try {
    const importKey = (extractable: boolean) =>
      crypto.subtle.importKey("pkcs8", der, platform, extractable, ["sign"]);
    const [privateKey, readable] = await Promise.all([importKey(false), importKey(true)]);
    const { kty = "", crv = "", x = "", y } = await crypto.subtle.exportKey("jwk", readable);
    const jwk = { kty, crv, x, ...(y !== undefined && { y }) };
    const { key: publicKey } = await importSigningKey(jwk);
    return { privateKey, publicKey, kid: await calculateJwkThumbprint(jwk) };
  } catch {
    throw unsupported();
  } finally {
    wipe(der);
  }
}

/** The proof that the console asks for when a public key is registered: a JWS over its challenge. */
export async function signChallenge(
  challenge: string,
  { privateKey, kid }: SigningKeys,
): Promise<string> {
  const alg = privateKey.algorithm.name === "ECDSA" ? "ES256" : "EdDSA";
  return await new CompactSign(encodeUtf8(challenge))
    .setProtectedHeader({ alg, kid })
    .sign(privateKey);
}

function unsupported(): CryptoError {
  return new CryptoError("unsupported_key", "Expected a private key of Ed25519 or P-256, PKCS#8.");
}
