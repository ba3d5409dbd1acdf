import { type Bytes, wipe } from "#lib/crypto/bytes.ts";
import { type BoundParts, requireContentKeyOf } from "#lib/crypto/check-tag.ts";
import { type Unwrap, unwrapContentKey, wrapContentKey } from "#lib/crypto/content-key.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { drawContentKey } from "#lib/crypto/draw-random.ts";
import type { WrappedKey } from "#lib/crypto/envelope.ts";
import { createEscrowKeys, type EscrowPublicKey } from "#lib/crypto/escrow-keys.ts";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import { unsupportedKey } from "#lib/crypto/rsa-key-rules.ts";
import { rewrapContentKey } from "#lib/crypto/sealed-receipt.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import { Places } from "#lib/limits/places.ts";
import { findService, withService } from "./find-service.ts";
import { SecretsError } from "./secrets-error.ts";

/** A content key of a receipt in escrow. */
type EscrowedKey = {
  version: number;
  wrapped: Bytes;
  /**
   * What the content key has to be the key of, where a caller of the API has sent the wrap: it may be the copy of
   * another receipt's. Null where the service has made the wrap, or is its next holder.
   */
  parts: BoundParts | null;
};

/** The content key as it is wrapped for each of its new holders; or the escrow key, or the proof, fails. */
export type RewrappedKey = { kind: "wrapped"; wraps: WrappedKey[] } | { kind: "broken" };

/**
 * How a wrap that does not open is told from an escrow key that is wrong, such as an alias in KMS that names another key
 * by now: by opening a wrap that is good. `fresh` does so each time, for what cannot be taken back; for `recent`, which
 * merchants can cause as often as they call, a success of the last minute is enough.
 */
export type Probe = "fresh" | "recent";

/** The escrow keys as the rest of the service sees them: the public parts, and one operation. */
export type EscrowKeeper = {
  current: EscrowPublicKey;
  /** The current version first. */
  versions: EscrowPublicKey[];
  /**
   * Wraps each content key for the holders of all the public keys (PEM), in the same order, and unwraps it once.
   * Opens no receipt: what is to be proven is proven by the tag. Throws CryptoError for `unknown_key_version`, and for
   * `wrong_key` where a private key does not belong to its public one; KeyServiceError.
   */
  rewrap(
    keys: readonly EscrowedKey[],
    publicKeys: readonly string[],
    probe?: Probe,
  ): Promise<RewrappedKey[]>;
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
    async rewrap(escrowed, publicKeys, probe = "fresh") {
      const holders = await Promise.all(publicKeys.map(importPublicKey));
      const to = holders.map(({ key }) => key);
      const doubted = new Set<EscrowKey>();
      const rewrapped = await Promise.all(
        escrowed.map(async (one) => {
          const key = byVersion.get(one.version);
          if (!key) {
            const problem = `There is no key of version ${one.version}.`;
            throw new CryptoError("unknown_key_version", problem);
          }
          const result = await rewrapOne(one, key, to);
          if (result.kind === "unopened") doubted.add(key);
          return result.kind === "wrapped" ? result : ({ kind: "broken" } as const);
        }),
      );
      await Promise.all(
        [...doubted].filter((key) => probe === "fresh" || !workedLately(key)).map(requireWorking),
      );
      return rewrapped;
    },
  };
}

async function rewrapOne(
  { wrapped: encryptedKey, parts }: EscrowedKey,
  { from }: EscrowKey,
  to: readonly CryptoKey[],
): Promise<RewrappedKey | { kind: "unopened" }> {
  // What waits in escrow is wrapped with RSA.
  const wrapped = { encryptedKey, ephemeralKey: null };
  const check = (contentKey: Bytes) => {
    if (parts) requireContentKeyOf(contentKey, parts);
  };
  try {
    return { kind: "wrapped", wraps: await rewrapContentKey({ wrapped, from, to, check }) };
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    if (error.reason === "wrong_key") return { kind: "unopened" };
    // It was unwrapped, so that the escrow key is the right one.
    if (error.reason === "wrong_content_key") return { kind: "broken" };
    throw error;
  }
}

/** By key, when it has last opened a probe. */
const workedAt = new WeakMap<EscrowKey, number>();

const PROBE_MS = 60_000;

function workedLately(key: EscrowKey): boolean {
  return performance.now() - (workedAt.get(key) ?? Number.NEGATIVE_INFINITY) < PROBE_MS;
}

/** Throws `wrong_key` where the private key does not open what is wrapped for its public one. */
async function requireWorking(escrowKey: EscrowKey): Promise<void> {
  const { version, publicKeyPem, from } = escrowKey;
  const contentKey = drawContentKey();
  const { key } = await importPublicKey(publicKeyPem);
  const probe = await wrapContentKey(contentKey, key).finally(() => wipe(contentKey));
  try {
    wipe(await unwrapContentKey(probe, from));
  } catch (error) {
    if (!(error instanceof CryptoError)) throw error;
    const problem = `The private key of version ${version} is not that of its public key.`;
    throw new CryptoError("wrong_key", problem);
  }
  workedAt.set(escrowKey, performance.now());
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
    const { kind, pem, thumbprint } = await importPublicKey(await opened.getPublicKey(id));
    if (kind !== "RSA-2048") throw unsupportedKey();
    return {
      version,
      keyId: formatKeyId(thumbprint),
      publicKeyPem: pem,
      key: importStoredPublicKey(pem),
      from: (wrapped) => unwraps.run(id, () => opened.unwrap(id, wrapped)),
    };
  });
}
