import { VISIT } from "#lib/accounts/contract-wallet.ts";
import { onDevice, type StoredCard, type StoredKey } from "./device-store.ts";
import { type Binding, unwrapPrivateKey, type WrappedKey, wrapKey } from "./gcm-wrap.ts";
import { WalletError } from "./wallet-error.ts";

export type { StoredCard, StoredKey } from "./device-store.ts";

/** In the order that the cardholder gave them; the others behind, newest last. */
export async function listCards(): Promise<StoredCard[]> {
  const cards = await onDevice((database) => database.getAll("cards"));
  return cards.toSorted(comparePlaces);
}

function comparePlaces(one: StoredCard, other: StoredCard): number {
  const [a, b] = [one.place ?? Number.MAX_SAFE_INTEGER, other.place ?? Number.MAX_SAFE_INTEGER];
  if (a !== b) return a - b;
  return one.createdAt < other.createdAt ? -1 : 1;
}

export type TestCard = Pick<StoredCard, "cardId" | "environment" | "name"> & { testNumber: string };

/**
 * The test cards of this browser's wallet, which the terminal beside it can pay with. A visit's are not: what a
 * member sells arrives in the member's environment.
 */
export async function listTestCards(): Promise<TestCard[]> {
  return (await listCards()).flatMap(({ cardId, environment, name, testNumber, ...card }) =>
    testNumber === undefined || card.userId === null || card.session === VISIT
      ? []
      : [{ cardId, environment, name, testNumber }],
  );
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

/** Changes what is stored of a card, in one transaction for all tabs. Throws `not_found`. */
export async function changeCard(
  cardId: string,
  change: (card: StoredCard) => StoredCard,
): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction("cards", "readwrite", { durability: "strict" });
    const card = await transaction.store.get(cardId);
    if (!card) throw new WalletError("not_found");
    await transaction.store.put(change(card));
    await transaction.done;
  });
}

/** An empty name is none. Throws `not_found`. */
export async function nameCard(cardId: string, name: string): Promise<void> {
  await changeCard(cardId, (card) => ({ ...card, name: name.trim() || undefined }));
}

/** Gives the cards this order. */
export async function arrangeCards(cardIds: readonly string[]): Promise<void> {
  for (const [place, cardId] of cardIds.entries()) {
    await changeCard(cardId, (card) => ({ ...card, place }));
  }
}

/** Deletes the card from this device: its keys, its list, and its kept receipts. */
export async function removeCard(cardId: string): Promise<void> {
  await onDevice(async (database) => {
    const names = ["cards", "lists", "seen", "receipts"] as const;
    const transaction = database.transaction(names, "readwrite");
    await transaction.objectStore("cards").delete(cardId);
    await transaction.objectStore("lists").delete(cardId);
    for (const name of ["seen", "receipts"] as const) {
      const store = transaction.objectStore(name);
      const keys = await store.index("cardId").getAllKeys(cardId);
      await Promise.all(keys.map((key) => store.delete(key)));
    }
    await transaction.done;
  });
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
