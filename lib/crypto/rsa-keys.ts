import { calculateJwkThumbprint } from "jose";
import { type Bytes, equalBytes, wipe } from "./bytes.ts";
import { formatKeyId } from "./key-id.ts";
import { formatPem, getDerKind } from "./key-text.ts";
import {
  isOtherAlgorithm,
  malformedPrivateKey,
  malformedPublicKey,
  requireRsa2048,
  requireSoundModulus,
  unsupportedKey,
} from "./rsa-key-rules.ts";

/** `publicKey` is PEM SPKI, `privateKey` is PEM PKCS#8. */
export type KeyPairPem = { keyId: string; publicKey: string; privateKey: string };

const rsaOaep = { name: "RSA-OAEP", hash: "SHA-256" };

/** RSA-2048, e = 65537. No copy is kept: the texts are the only ones. */
export async function generateKeyPair(): Promise<KeyPairPem> {
  const { publicKey, privateKey } = await generateRsaKeys();
  const [{ pem, thumbprint }, pkcs8] = await Promise.all([
    describePublicKey(publicKey),
    crypto.subtle.exportKey("pkcs8", privateKey),
  ]);
  const der = new Uint8Array(pkcs8);
  const privatePem = formatPem("PRIVATE KEY", der);
  wipe(der);
  return { keyId: formatKeyId(thumbprint), publicKey: pem, privateKey: privatePem };
}

/** The keys of generateKeyPair before export. Without `extractable: false`, the private one is extractable, too. */
export async function generateRsaKeys({ extractable = true } = {}): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(
    { ...rsaOaep, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    extractable,
    ["encrypt", "decrypt"],
  );
}

/** Of a DER SubjectPublicKeyInfo. Throws `unsupported_key`, `weak_key` or `malformed_key`. */
export async function importRsaPublic(der: Bytes) {
  const key = await importSpki(der);
  requireRsa2048(key);
  const { pem, thumbprint, modulus, spki } = await describePublicKey(key);
  // The platform's parser is lenient about BER; one key must not have two spellings.
  if (!equalBytes(der, spki)) throw malformedPublicKey();
  await requireSoundModulus(modulus);
  return { key, pem, thumbprint };
}

/** Of a DER PKCS#8, for decryption. Throws `unsupported_key` or `malformed_key`. */
export async function importRsaPrivate(
  der: Bytes,
  { extractable }: { extractable: boolean },
): Promise<CryptoKey> {
  if (getDerKind(der) !== "pkcs8") throw malformedPrivateKey();
  const key = await importPkcs8(der, extractable);
  requireRsa2048(key);
  return key;
}

/** Derives the public part of a DER PKCS#8 key. The caller wipes the bytes. */
export async function importKeyPair(
  der: Bytes,
): Promise<{ privateKey: CryptoKey; publicKey: { pem: string; thumbprint: string } }> {
  const extractable = await importRsaPrivate(der, { extractable: true });
  const [privateKey, { n, e }] = await Promise.all([
    importRsaPrivate(der, { extractable: false }),
    crypto.subtle.exportKey("jwk", extractable),
  ]);
  if (n === undefined || e === undefined) throw malformedPrivateKey();
  const key = await crypto.subtle.importKey("jwk", { kty: "RSA", n, e }, rsaOaep, true, [
    "encrypt",
  ]);
  const { pem, thumbprint, modulus } = await describePublicKey(key);
  await requireSoundModulus(modulus);
  return { privateKey, publicKey: { pem, thumbprint } };
}

async function describePublicKey(key: CryptoKey) {
  const [spkiBuffer, jwk] = await Promise.all([
    crypto.subtle.exportKey("spki", key),
    crypto.subtle.exportKey("jwk", key),
  ]);
  const spki = new Uint8Array(spkiBuffer);
  const thumbprint = await calculateJwkThumbprint(jwk, "sha256");
  return { pem: formatPem("PUBLIC KEY", spki), thumbprint, spki, modulus: jwk.n ?? "" };
}

async function importSpki(der: Bytes): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("spki", der, rsaOaep, true, ["encrypt"]);
  } catch {
    if (isOtherAlgorithm(der)) throw unsupportedKey();
    throw malformedPublicKey();
  }
}

async function importPkcs8(der: Bytes, extractable: boolean): Promise<CryptoKey> {
  try {
    return await crypto.subtle.importKey("pkcs8", der, rsaOaep, extractable, ["decrypt"]);
  } catch {
    if (isOtherAlgorithm(der)) throw unsupportedKey();
    throw malformedPrivateKey();
  }
}
