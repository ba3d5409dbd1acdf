import { formatPem } from "#lib/crypto/key-text.ts";
import { formatKeyId, generateRsaKeys, importPublicKey } from "#lib/crypto/rsa-keys.ts";
import { wrapCardKey } from "./cards.ts";
import type { StoredKey } from "./device-store.ts";
import { measure, type Observe } from "./observation.ts";

/** A new key pair, its private half wrapped before anything else can touch it. */
export async function makeKey(
  { cardId, vaultKey }: { cardId: string; vaultKey: CryptoKey },
  observe?: Observe | undefined,
): Promise<StoredKey> {
  const [pair, made] = await measure(generateRsaKeys);
  const spki = await crypto.subtle.exportKey("spki", pair.publicKey);
  const { pem, thumbprint } = await importPublicKey(formatPem("PUBLIC KEY", new Uint8Array(spki)));
  const keyId = formatKeyId(thumbprint);
  observe?.({ kind: "key_made", keyId, milliseconds: made });

  const { privateKey } = pair;
  const [wrapped, stored] = await measure(() =>
    wrapCardKey({ cardId, keyId, privateKey }, vaultKey),
  );
  observe?.({ kind: "key_stored", keyId, milliseconds: stored });
  return {
    keyId,
    publicKey: pem,
    version: 1,
    state: "pending",
    createdAt: new Date().toISOString(),
    ...wrapped,
  };
}
