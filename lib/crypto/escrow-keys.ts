import { encodeBase64, wipe } from "./bytes.ts";
import { formatKeyId } from "./key-id.ts";
import { parseKeyVersions, requireVersion } from "./key-versions.ts";
import { generateRsaKeys, importKeyPair } from "./rsa-keys.ts";
import { importStoredPublicKey, type SealingKey } from "./stored-public-key.ts";

/** The public half, which is all that the payment path needs. */
export type EscrowPublicKey = {
  version: number;
  keyId: string;
  publicKeyPem: string;
  key: SealingKey;
};

export type EscrowKeys = {
  current: EscrowPublicKey;
  /** The current version first. */
  versions: EscrowPublicKey[];
  /** Not extractable. Throws `unknown_key_version`. */
  privateKey(version: number): CryptoKey;
};

/**
 * Reads `2:base64,1:base64` of DER PKCS#8, RSA-2048, the current version first. Throws
 * `malformed_keyring`, `malformed_key` or `unsupported_key`.
 */
export async function createEscrowKeys(text: string): Promise<EscrowKeys> {
  const { current, keys } = parseKeyVersions(text);
  const pairs = await Promise.all(
    [...keys].map(async ([version, der]) => {
      const pair = await importKeyPair(der).finally(() => wipe(der));
      return { version, ...pair };
    }),
  );
  const privateKeys = new Map(pairs.map(({ version, privateKey }) => [version, privateKey]));
  const versions = pairs.map(({ version, publicKey: { pem, thumbprint } }) => ({
    version,
    keyId: formatKeyId(thumbprint),
    publicKeyPem: pem,
    key: importStoredPublicKey(pem),
  }));
  return {
    current: requireVersion(new Map(versions.map((key) => [key.version, key])), current),
    versions,
    privateKey: (version) => requireVersion(privateKeys, version),
  };
}

/** A fresh RSA-2048 private key, base64 of DER PKCS#8: the part after the version and colon. */
export async function generateEscrowKey(): Promise<string> {
  const { privateKey } = await generateRsaKeys();
  const der = new Uint8Array(await crypto.subtle.exportKey("pkcs8", privateKey));
  const text = encodeBase64(der);
  wipe(der);
  return text;
}
