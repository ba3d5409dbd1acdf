import type { StoredCard, StoredKey } from "./device-store.ts";

/** What is to change of a card. Keys that it does not name stay as they are, whatever they are by then. */
export type CardChange = Partial<
  Pick<StoredCard, "userId" | "name" | "place" | "testNumber" | "unfinished">
> & {
  /** A key that is there already stays as it is. */
  addedKeys?: readonly StoredKey[];
  /** A pending key that the service has answered for, and what it is since then. */
  settledKey?: { keyId: string; state: "current" | "retired" };
  /** Only where the cardholder asked for it: what was sealed to the key no longer opens here. */
  droppedKeyId?: string;
};

export function applyChange(
  card: StoredCard,
  { addedKeys = [], settledKey, droppedKeyId, ...details }: CardChange,
): StoredCard {
  const keys = settle(add(card.keys, addedKeys), settledKey);
  return { ...card, ...details, keys: keys.filter(({ keyId }) => keyId !== droppedKeyId) };
}

/** The oldest first. */
function add(keys: readonly StoredKey[], added: readonly StoredKey[]): StoredKey[] {
  const missing = added.filter((key) => !keys.some(({ keyId }) => keyId === key.keyId));
  return [...keys, ...missing].toSorted(
    (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  );
}

function settle(keys: StoredKey[], settled: CardChange["settledKey"]): StoredKey[] {
  // Another tab may have had the same answer, and one to a later key since.
  const isPending = ({ keyId, state }: StoredKey) =>
    keyId === settled?.keyId && state === "pending";
  if (!settled || !keys.some(isPending)) return keys;
  return keys.map((key) => {
    if (isPending(key)) return { ...key, state: settled.state };
    const isReplaced = settled.state === "current" && key.state === "current";
    return isReplaced ? { ...key, state: "retired" } : key;
  });
}
