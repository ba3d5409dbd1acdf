import { generateDeviceKeys } from "#lib/client/device-keys.ts";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { formatPem, readKeyText } from "#lib/crypto/key-text.ts";
import { importPrivateKey, importPublicKey, type KeyKind } from "#lib/crypto/recipient-key.ts";

/** The pair of a private key. */
export type ReadKeys = {
  kind: KeyKind;
  /** For opening. */
  privateKey: CryptoKey;
  /** SPKI, as PEM. */
  publicKey: string;
  keyId: string;
};

/** A fresh private key as PEM: PKCS#8. */
export async function createPrivateKey(kind: KeyKind): Promise<string> {
  const { privateKey } = await generateDeviceKeys({ kind, extractable: true });
  const der = await crypto.subtle.exportKey("pkcs8", privateKey);
  return formatPem("PRIVATE KEY", new Uint8Array(der));
}

/** Throws CryptoError as importPrivateKey and importPublicKey do. */
export async function readKeys(pem: string): Promise<ReadKeys> {
  const privateKey = await importPrivateKey(pem);
  const {
    kind,
    pem: publicKey,
    thumbprint,
  } = await importPublicKey(await findPublic(pem, privateKey));
  return { kind, privateKey, publicKey, keyId: formatKeyId(thumbprint) };
}

/** The public half, which the private key contains. */
async function findPublic(pem: string, { algorithm, usages }: CryptoKey): Promise<string> {
  const { der } = readKeyText(pem);
  const readable = await crypto.subtle.importKey("pkcs8", der, algorithm, true, usages);
  const {
    kty = "",
    crv = "",
    n = "",
    e = "",
    x = "",
    y = "",
  } = await crypto.subtle.exportKey("jwk", readable);
  const jwk = kty === "RSA" ? { kty, n, e } : { kty, crv, x, y };
  const publicUsages = usages.includes("decrypt") ? (["encrypt"] as const) : [];
  const key = await crypto.subtle.importKey("jwk", jwk, algorithm, true, publicUsages);
  return formatPem("PUBLIC KEY", new Uint8Array(await crypto.subtle.exportKey("spki", key)));
}
