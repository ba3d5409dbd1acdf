import { formatKeyId } from "#lib/crypto/key-id.ts";
import { formatPem } from "#lib/crypto/key-text.ts";
import { generateP256Keys } from "#lib/crypto/p256-keys.ts";
import { importPublicKey, type KeyKind } from "#lib/crypto/recipient-key.ts";
import { generateRsaKeys } from "#lib/crypto/rsa-keys.ts";

/** What a device keeps, and what it registers. */
export type DeviceKeys = {
  /** `key_` and the RFC 7638 thumbprint of the public key. */
  keyId: string;
  /** SPKI, as PEM. */
  publicKey: string;
  /** For receipts.open and openEnvelope. IndexedDB can store it as it is. */
  privateKey: CryptoKey;
};

/**
 * A fresh pair, made on this device. The private key cannot be exported unless `extractable` asks for it; it is lost with
 * the storage that it is kept in.
 */
export async function generateDeviceKeys({
  kind = "P-256",
  extractable = false,
}: {
  kind?: KeyKind | undefined;
  extractable?: boolean | undefined;
} = {}): Promise<DeviceKeys> {
  const generate = kind === "P-256" ? generateP256Keys : generateRsaKeys;
  const { publicKey, privateKey } = await generate({ extractable });
  const der = new Uint8Array(await crypto.subtle.exportKey("spki", publicKey));
  const { pem, thumbprint } = await importPublicKey(formatPem("PUBLIC KEY", der));
  return { keyId: formatKeyId(thumbprint), publicKey: pem, privateKey };
}
