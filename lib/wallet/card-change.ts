import type { StoredCard, StoredKey } from "./device-store.ts";

/** A change to a card. Keys that it does not name stay as they are. */
export type CardChange = Partial<
  Pick<StoredCard, "userId" | "name" | "place" | "testNumber" | "unfinished">
> & {
  /** Keys that the card already has stay as they are. */
  addedKeys?: readonly StoredKey[];
  /** The new state of a pending key, once the service has answered. */
  settledKey?: { keyId: string; state: "current" | "retired" };
  /** Only at the cardholder's request: receipts sealed to this key no longer open here. */
  droppedKeyId?: string;
};

export function applyChange(
  card: StoredCard,
  { addedKeys = [], settledKey, droppedKeyId, ...details }: CardChange,
): StoredCard {
  const keys = settle(add(card.keys, addedKeys), settledKey);
  return { ...card, ...details, keys: keys.filter(({ keyId }) => keyId !== droppedKeyId) };
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
  const isPending = ({ keyId, state }: StoredKey) =>
    keyId === settled?.keyId && state === "pending";
  if (!settled || !keys.some(isPending)) return keys;
  return keys.map((key) => {
    if (isPending(key)) return { ...key, state: settled.state };
    const isReplaced = settled.state === "current" && key.state === "current";
    return isReplaced ? { ...key, state: "retired" } : key;
  });
}
