import { type Bytes, decodeBase64Url, encodeHex } from "./bytes.ts";
import { CryptoError } from "./crypto-error.ts";
import { findModulusFlaw, type ModulusFlaw } from "./rsa-modulus.ts";

/** Whether the key names an algorithm other than rsaEncryption (1.2.840.113549.1.1.1). */
export function isOtherAlgorithm(der: Bytes): boolean {
  const head = String.fromCharCode(...der.subarray(0, 40));
  const rsaEncryption = String.fromCharCode(6, 9, 42, 134, 72, 134, 247, 13, 1, 1, 1);
  const knownOthers = [
    String.fromCharCode(6, 7, 42, 134, 72, 206, 61, 2, 1), // id-ecPublicKey
    String.fromCharCode(6, 3, 43, 101), // X25519, X448, Ed25519, Ed448 (RFC 8410)
    String.fromCharCode(6, 9, 42, 134, 72, 134, 247, 13, 1, 1), // other RSA identifiers: PSS, OAEP
  ];
  return (
    !head.includes(rsaEncryption) && knownOthers.some((identifier) => head.includes(identifier))
  );
}

export function requireRsa2048({ algorithm }: CryptoKey): void {
  const isRsa = "modulusLength" in algorithm && "publicExponent" in algorithm;
  if (!isRsa || algorithm.modulusLength !== 2048) throw unsupportedKey();
  if (!(algorithm.publicExponent instanceof Uint8Array)) throw unsupportedKey();
  // FIPS 186-5 A.1.1: odd, 2^16 < e. No honest key has more than 2^64, and a larger one slows every payment.
  // Big-endian, leading zeros possible.
  const firstSet = algorithm.publicExponent.findIndex((byte) => byte !== 0);
  const exponent = algorithm.publicExponent.subarray(Math.max(firstSet, 0));
  const isOdd = ((exponent.at(-1) ?? 0) & 1) === 1;
  if (!isOdd || exponent.length < 3 || exponent.length > 8) throw unsupportedKey();
}

/** Throws `weak_key` for a modulus that is easy to factor, or that is not a product of two primes. */
export async function requireSoundModulus(modulusB64u: string): Promise<void> {
  const flaw = await findModulusFlaw(BigInt(`0x${encodeHex(decodeBase64Url(modulusB64u))}`));
  if (flaw) throw new CryptoError("weak_key", `${flawSentences[flaw]} Generate a new key pair.`);
}

/** A key that the platform imports but cannot encrypt with. */
export function unusableModulus(): CryptoError {
  return new CryptoError("weak_key", flawSentences.even);
}

const flawSentences: Record<ModulusFlaw, string> = {
  even: "This key is broken: its modulus is even.",
  small_factor: "This key is weak: its modulus has a small factor.",
  prime: "This key is broken: its modulus is a prime, not a product of two.",
  perfect_power: "This key is broken: its modulus is a power of a single number.",
  close_primes:
    "This key is weak: its two primes are so close together that they are easily found.",
  roca: "This key is weak: its generator has the flaw known as ROCA (CVE-2017-15361).",
};

export function privateKeyGiven(): CryptoError {
  return new CryptoError(
    "private_key_given",
    "This is a private key. Send the public key, and replace this pair: its private key has traveled.",
  );
}

export function malformedPublicKey(): CryptoError {
  return new CryptoError(
    "malformed_key",
    "Expected an RSA or P-256 public key as PEM (-----BEGIN PUBLIC KEY-----) or as base64 of its DER SubjectPublicKeyInfo.",
  );
}

export function malformedPrivateKey(): CryptoError {
  return new CryptoError(
    "malformed_key",
    "Expected an RSA or P-256 private key as PEM PKCS#8 (-----BEGIN PRIVATE KEY-----) or as base64 of its DER.",
  );
}

export function unsupportedKey(): CryptoError {
  return new CryptoError(
    "unsupported_key",
    "Only RSA keys of exactly 2048 bits with an odd exponent from 65537 up to 2^64, and P-256 keys, are supported.",
  );
}
