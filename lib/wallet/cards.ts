import { onDevice, type StoredCard, type StoredKey } from "./device-store.ts";
import { type Binding, unwrapPrivateKey, type WrappedKey, wrapKey } from "./gcm-wrap.ts";
import { WalletError } from "./wallet-error.ts";

export type { StoredCard, StoredKey } from "./device-store.ts";

/** Newest last. */
export async function listCards(): Promise<StoredCard[]> {
  const cards = await onDevice((database) => database.getAll("cards"));
  return cards.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}

/** Throws `not_found`. */
export async function getCard(cardId: string): Promise<StoredCard> {
  const card = await onDevice((database) => database.get("cards", cardId));
  if (!card) throw new WalletError("not_found");
  return card;
}

export async function saveCard(card: StoredCard): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction("cards", "readwrite", { durability: "strict" });
    await transaction.store.put(card);
    await transaction.done;
  });
}

/** Deletes the card and all of its keys from this device. */
export async function removeCard(cardId: string): Promise<void> {
  await onDevice((database) => database.delete("cards", cardId));
}

/** The key that a receipt names, or undefined where this device never had it or lost it. */
export function findKey(card: StoredCard, keyId: string): StoredKey | undefined {
  return card.keys.find((key) => key.keyId === keyId);
}

/** A private key as it is stored: bound to its card, its id and the version of this format. */
export async function wrapCardKey(
  { cardId, keyId, privateKey }: { cardId: string; keyId: string; privateKey: CryptoKey },
  vaultKey: CryptoKey,
): Promise<WrappedKey> {
  return await wrapKey({ key: privateKey, under: vaultKey, binding: bindKey(cardId, keyId) });
}

/** Throws `vault_damaged`: consent was right, so that the key itself must have changed. */
export async function unwrapCardKey(
  { cardId, key }: { cardId: string; key: StoredKey },
  { vaultKey, extractable }: { vaultKey: CryptoKey; extractable: boolean },
): Promise<CryptoKey> {
  const binding = bindKey(cardId, key.keyId);
  try {
    return await unwrapPrivateKey(key, { under: vaultKey, binding, extractable });
  } catch (cause) {
    throw new WalletError("vault_damaged", { cause });
  }
}

function bindKey(cardId: string, keyId: string): Binding {
  return ["sealslip private key", 1, cardId, keyId];
}
