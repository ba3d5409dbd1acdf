import { VISIT } from "#lib/accounts/contract-wallet.ts";
import { applyChange, type CardChange } from "./card-change.ts";
import { onDevice, requireVault, type StoredCard, type StoredKey } from "./device-store.ts";
import { WalletError } from "./wallet-error.ts";

export type { StoredCard, StoredKey } from "./device-store.ts";

// Flushed to disk before the service hears of a key: it may seal receipts to that key right away.
const durability = { durability: "strict" } as const;

/** In the cardholder's order, followed by cards that have no place yet, newest last. */
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

/** Throws `card_removed`. */
export async function getCard(cardId: string): Promise<StoredCard> {
  const card = await onDevice((database) => database.get("cards", cardId));
  if (!card) throw new WalletError("card_removed");
  return card;
}

/**
 * Stores a new card whose keys are wrapped under this vault's key. False if the card or its cardholder is here
 * already. Throws `vault_damaged` if another tab has erased the vault.
 */
export async function insertCard(card: StoredCard, vaultId: string): Promise<boolean> {
  return await onDevice(async (database) => {
    const transaction = database.transaction(["cards", "locks"], "readwrite", durability);
    requireVault(await transaction.objectStore("locks").getAll(), vaultId);
    const cards = transaction.objectStore("cards");
    const isNew = !(await cards.getAll()).some((stored) => isSameCard(stored, card));
    if (isNew) await cards.add(card);
    await transaction.done;
    return isNew;
  });
}

type Identity = Pick<StoredCard, "cardId" | "userId" | "environment">;

/** Also where a backup has the card under the id of another device. */
export function isSameCard(one: Identity, other: Identity): boolean {
  if (one.cardId === other.cardId) return true;
  const isRegistered = one.userId !== null && one.userId === other.userId;
  return isRegistered && one.environment === other.environment;
}

/**
 * The only way to change a stored card: reads it, applies `change`, and writes it in one transaction, so that no
 * other tab can write in between. Throws `card_removed`, and `vault_damaged` for keys of a vault that is gone.
 */
export async function changeCard(
  cardId: string,
  change: (card: StoredCard) => CardChange,
): Promise<StoredCard> {
  const [changed] = await changeCards([cardId], change);
  if (!changed) throw new WalletError("card_removed");
  return changed;
}

/** As changeCard, for several cards in one transaction. Skips cards that have been removed. */
async function changeCards(
  cardIds: readonly string[],
  change: (card: StoredCard, at: number) => CardChange,
): Promise<StoredCard[]> {
  return await onDevice(async (database) => {
    const transaction = database.transaction(["cards", "locks"], "readwrite", durability);
    const cards = transaction.objectStore("cards");
    const locks = await transaction.objectStore("locks").getAll();
    const changed: StoredCard[] = [];
    for (const [at, cardId] of cardIds.entries()) {
      const card = await cards.get(cardId);
      if (!card) continue;
      const changes = change(card, at);
      if (changes.added) requireVault(locks, changes.added.vaultId);
      const whole = applyChange(card, changes);
      await cards.put(whole);
      changed.push(whole);
    }
    await transaction.done;
    return changed;
  });
}

/** An empty name removes the name. Throws `card_removed`. */
export async function nameCard(cardId: string, name: string): Promise<void> {
  await changeCard(cardId, () => ({ name: name.trim() || undefined }));
}

/** Sets the order of the cards. */
export async function arrangeCards(cardIds: readonly string[]): Promise<void> {
  await changeCards(cardIds, (_, place) => ({ place }));
}

/** Deletes the card from this device: its keys, its list, and its kept receipts with their notes. */
export async function removeCard(cardId: string): Promise<void> {
  await removeCardIf(cardId, () => true);
}

/** Deletes the card, unless another tab has finished its registration. */
export async function removeUnfinished({ cardId }: Pick<StoredCard, "cardId">): Promise<void> {
  await removeCardIf(cardId, ({ userId }) => userId === null);
}

async function removeCardIf(cardId: string, isMeant: (card: StoredCard) => boolean): Promise<void> {
  await onDevice(async (database) => {
    const names = ["cards", "lists", "seen", "receipts", "annotations"] as const;
    const transaction = database.transaction(names, "readwrite");
    const card = await transaction.objectStore("cards").get(cardId);
    if (card && !isMeant(card)) return;
    await transaction.objectStore("cards").delete(cardId);
    await transaction.objectStore("lists").delete(cardId);
    for (const name of ["seen", "receipts", "annotations"] as const) {
      const store = transaction.objectStore(name);
      const keys = await store.index("cardId").getAllKeys(cardId);
      await Promise.all(keys.map((key) => store.delete(key)));
    }
    await transaction.done;
  });
}

/** The key that a receipt names; undefined if it is not on this device. */
export function findKey(card: StoredCard, keyId: string): StoredKey | undefined {
  return card.keys.find((key) => key.keyId === keyId);
}
