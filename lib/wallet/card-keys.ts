import { keyKindOf } from "#lib/crypto/recipient-key.ts";
import type { StoredKey } from "./device-store.ts";
import { type Binding, unwrapPrivateKey, type WrappedKey, wrapKey } from "./gcm-wrap.ts";
import { WalletError } from "./wallet-error.ts";

/** Wraps a private key, bound to its card, its id, and the version of this format. */
export async function wrapCardKey(
  { cardId, keyId, privateKey }: { cardId: string; keyId: string; privateKey: CryptoKey },
  vaultKey: CryptoKey,
): Promise<WrappedKey> {
  return await wrapKey({ key: privateKey, under: vaultKey, binding: bindKey(cardId, keyId) });
}

/** Throws `vault_damaged`: the vault key is right, so the wrapped key must be damaged. */
export async function unwrapCardKey(
  { cardId, key }: { cardId: string; key: StoredKey },
  { vaultKey, extractable }: { vaultKey: CryptoKey; extractable: boolean },
): Promise<CryptoKey> {
  const binding = bindKey(cardId, key.keyId);
  try {
    const kind = keyKindOf(key.publicKey);
    return await unwrapPrivateKey(key, { under: vaultKey, binding, kind, extractable });
  } catch (cause) {
    throw new WalletError("vault_damaged", { cause });
  }
}

function bindKey(cardId: string, keyId: string): Binding {
  return ["sealslip private key", 1, cardId, keyId];
}
