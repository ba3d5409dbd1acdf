import type { DroppedKey, StoredCard, StoredKey } from "./device-store.ts";

/** A change to a card. Keys that it does not name stay as they are. */
export type CardChange = Partial<
  Pick<
    StoredCard,
    | "brand"
    | "last4"
    | "name"
    | "pairedAt"
    | "place"
    | "registeredAt"
    | "testNumber"
    | "unfinished"
    | "userId"
  >
> & {
  /** Keys under the key of this vault. Those that the card already has stay as they are. */
  added?: { vaultId: string; keys: readonly StoredKey[] };
  /** The new state of a pending key, once the service has answered. */
  settledKey?: { keyId: string; state: "current" | "retired" };
  /** Of a retired key, and only at the cardholder's request: receipts sealed to it no longer open here. */
  droppedKeyId?: string;
};

export function applyChange(
  card: StoredCard,
  { added, settledKey, droppedKeyId, ...details }: CardChange,
): StoredCard {
  const keys = settle(add(card.keys, added?.keys ?? []), settledKey);
  const isDropped = ({ keyId, state }: StoredKey) => keyId === droppedKeyId && state === "retired";
  const dropped = keys.filter(isDropped).map(withoutPrivateKey);
  return {
    ...card,
    ...details,
    keys: keys.filter((key) => !isDropped(key)),
    ...(dropped.length > 0 && { droppedKeys: [...(card.droppedKeys ?? []), ...dropped] }),
  };
}

function withoutPrivateKey({ publicKey, state, createdAt, replacedAt }: StoredKey): DroppedKey {
  return { publicKey, state, createdAt, replacedAt };
}

/** A new key, unless another tab was faster: then both tabs send its key, and the service rotates once. */
export function addPending(
  { keys }: Pick<StoredCard, "keys">,
  added: NonNullable<CardChange["added"]>,
): CardChange {
  return keys.some(isPending) ? {} : { added };
}

/**
 * What the service's acceptance of a key changes. The key stays pending, and has to be offered again, if its answer may
 * be stale: another tab has rotated since the card was read, or brought it back from a backup without this key.
 */
export function acceptKey(
  stored: Pick<StoredCard, "keys">,
  { key, card, vaultId }: { key: StoredKey; card: Pick<StoredCard, "keys">; vaultId: string },
): CardChange {
  const { keyId } = key;
  const isHere = stored.keys.some((one) => one.keyId === keyId);
  if (isHere && currentId(stored) === currentId(card)) {
    return { settledKey: { keyId, state: "current" } };
  }
  return { added: { vaultId, keys: [{ ...key, state: "pending" }] } };
}

export function hasPending({ keys }: Pick<StoredCard, "keys">, keyId: string): boolean {
  return keys.some((key) => key.keyId === keyId && isPending(key));
}

function currentId({ keys }: Pick<StoredCard, "keys">): string | undefined {
  return keys.find(({ state }) => state === "current")?.keyId;
}

export function isPending({ state }: StoredKey): boolean {
  return state === "pending";
}

/** Sorted by age, oldest first. */
function add(keys: readonly StoredKey[], added: readonly StoredKey[]): StoredKey[] {
  const missing = added.filter((key) => !keys.some(({ keyId }) => keyId === key.keyId));
  return [...keys, ...missing].toSorted(
    (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  );
}

function settle(keys: StoredKey[], settled: CardChange["settledKey"]): StoredKey[] {
  // Another tab may have recorded the same answer, or already rotated to a later key.
  const isMeant = (key: StoredKey) => key.keyId === settled?.keyId && isPending(key);
  if (!settled || !keys.some(isMeant)) return keys;
  const retired = { state: "retired", replacedAt: new Date().toISOString() } as const;
  return keys.map((key) => {
    if (isMeant(key)) return { ...key, ...(settled.state === "retired" ? retired : settled) };
    const isReplaced = settled.state === "current" && key.state === "current";
    return isReplaced ? { ...key, ...retired } : key;
  });
}
