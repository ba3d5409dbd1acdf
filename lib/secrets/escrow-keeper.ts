import type { Bytes } from "#lib/crypto/bytes.ts";
import type { Unwrap } from "#lib/crypto/content-key.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { createEscrowKeys, type EscrowPublicKey } from "#lib/crypto/escrow-keys.ts";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import { rewrapContentKey } from "#lib/crypto/sealed-receipt.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import { Places } from "#lib/limits/places.ts";
import { findService, withService } from "./find-service.ts";
import { SecretsError } from "./secrets-error.ts";

/** A content key of a receipt in escrow. */
type EscrowedKey = { version: number; wrapped: Bytes };

/** The escrow keys as the rest of the service sees them: the public parts, and one operation. */
export type EscrowKeeper = {
  current: EscrowPublicKey;
  /** The current version first. */
  versions: EscrowPublicKey[];
  /**
   * Wraps the content keys for the holder of a public key (PEM), in the same order. It gets only these keys,
   * no receipt. Throws CryptoError for `unknown_key_version` and `wrong_key`, and KeyServiceError.
   */
  rewrap(keys: readonly EscrowedKey[], publicKey: string): Promise<Bytes[]>;
};

/** Calls to a key service, which has a rate; one registration may need thousands. */
const unwraps = new Places({
  kind: "escrow_unwraps",
  places: 32,
  queue: Number.POSITIVE_INFINITY,
});

type EscrowKey = EscrowPublicKey & { from: CryptoKey | Unwrap };

/**
 * Holds the private parts of `2:base64,1:base64` in this process. A part such as `2:aws-kms:<key id>` stays
 * in KMS, and is used there. Throws `SecretsError` that begins with ESCROW_KEYS.
 */
export async function openEscrowKeeper(text: string): Promise<EscrowKeeper> {
  const keys = await Promise.all(text.split(",").map(openKey));
  const byVersion = new Map(keys.map((key) => [key.version, key]));
  const [current] = keys;
  if (!current || byVersion.size < keys.length) {
    throw new SecretsError("ESCROW_KEYS: a version appears twice");
  }
  return {
    current,
    versions: keys.map(({ from: _from, ...key }) => key),
    async rewrap(escrowed, publicKey) {
      const { key: to } = await importPublicKey(publicKey);
      return await Promise.all(
        escrowed.map(async ({ version, wrapped }) => {
          const from = byVersion.get(version)?.from;
          if (from) return await rewrapFor(to, { wrapped, from });
          throw new CryptoError("unknown_key_version", `There is no key of version ${version}.`);
        }),
      );
    },
  };
}

async function rewrapFor(
  to: CryptoKey,
  { wrapped, from }: { wrapped: Bytes; from: CryptoKey | Unwrap },
): Promise<Bytes> {
  const escrowed = { encryptedKey: wrapped, ephemeralKey: null };
  const [rewrapped] = await rewrapContentKey({ wrapped: escrowed, from, to: [to] });
  if (!rewrapped) throw new Error("one key was wrapped for one recipient");
  return rewrapped.encryptedKey;
}

async function openKey(entry: string): Promise<EscrowKey> {
  const [, version = "", rest = ""] = /^\s*([1-9]\d{0,4}):(.*)$/s.exec(entry) ?? [];
  const found = findService(rest);
  try {
    if (found) return await openServiceKey(Number(version), found);
    const { current, privateKey } = await createEscrowKeys(entry);
    return { ...current, from: privateKey(current.version) };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    throw new SecretsError(
      `ESCROW_KEYS: ${error.message} One is the base64 of an RSA-2048 private key as DER PKCS#8, such as npm run -s secrets makes.`,
    );
  }
}

async function openServiceKey(
  version: number,
  { service, rest: id }: NonNullable<ReturnType<typeof findService>>,
): Promise<EscrowKey> {
  return await withService({ secret: "ESCROW_KEYS", service }, async (opened) => {
    const { pem, thumbprint } = await importPublicKey(await opened.getPublicKey(id));
    return {
      version,
      keyId: formatKeyId(thumbprint),
      publicKeyPem: pem,
      key: importStoredPublicKey(pem),
      from: (wrapped) => unwraps.run(id, () => opened.unwrap(id, wrapped)),
    };
  });
}
