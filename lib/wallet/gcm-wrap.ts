import { type Bytes, encodeUtf8 } from "#lib/crypto/bytes.ts";
import type { KeyKind } from "#lib/crypto/recipient-key.ts";

/** A key under AES-256-GCM (NIST SP 800-38D): the ciphertext ends with the tag of 128 bits. */
export type WrappedKey = { iv: Bytes; wrapped: Bytes };

/** What a wrapped key belongs to: under another binding it does not open. */
export type Binding = readonly [purpose: string, version: number, ...ids: string[]];

const ivBytes = 12;

/** Wraps within the platform: the bytes of `key`, which is extractable, never reach this page. */
export async function wrapKey({
  key,
  under,
  binding,
}: {
  key: CryptoKey;
  under: CryptoKey;
  binding: Binding;
}): Promise<WrappedKey> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  const wrapped = await crypto.subtle.wrapKey(formatOf(key), key, under, gcm(iv, binding));
  return { iv, wrapped: new Uint8Array(wrapped) };
}

/** Throws the platform's OperationError if the key, the binding, or a bit is wrong. */
export async function unwrapAesKey(
  { iv, wrapped }: WrappedKey,
  {
    under,
    binding,
    extractable,
    usages = ["wrapKey", "unwrapKey"],
  }: { under: CryptoKey; binding: Binding; extractable: boolean; usages?: KeyUsage[] },
): Promise<CryptoKey> {
  return await crypto.subtle.unwrapKey(
    "raw",
    wrapped,
    under,
    gcm(iv, binding),
    "AES-GCM",
    extractable,
    usages,
  );
}

/** As unwrapAesKey, for a private key that opens receipts. */
export async function unwrapPrivateKey(
  { iv, wrapped }: WrappedKey,
  {
    under,
    binding,
    kind,
    extractable,
  }: { under: CryptoKey; binding: Binding; kind: KeyKind; extractable: boolean },
): Promise<CryptoKey> {
  const { algorithm, usages } = privateKeys[kind];
  return await crypto.subtle.unwrapKey(
    "pkcs8",
    wrapped,
    under,
    gcm(iv, binding),
    algorithm,
    extractable,
    usages,
  );
}

type PrivateKeyImport = {
  algorithm: RsaHashedImportParams | EcKeyImportParams;
  usages: KeyUsage[];
};

const privateKeys: Record<KeyKind, PrivateKeyImport> = {
  "RSA-2048": { algorithm: { name: "RSA-OAEP", hash: "SHA-256" }, usages: ["decrypt"] },
  "P-256": { algorithm: { name: "ECDH", namedCurve: "P-256" }, usages: ["deriveBits"] },
};

function formatOf({ type }: CryptoKey): "pkcs8" | "raw" {
  return type === "private" ? "pkcs8" : "raw";
}

/** AES-GCM with what is encrypted bound to where it belongs. */
export function gcm(iv: Bytes, binding: Binding): AesGcmParams {
  const additionalData = encodeUtf8(JSON.stringify(binding));
  return { name: "AES-GCM", iv, additionalData, tagLength: 128 };
}
