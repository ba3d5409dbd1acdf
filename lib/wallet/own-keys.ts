import { importPublicKey } from "#lib/crypto/recipient-key.ts";
import type { DroppedKey, StoredCard } from "./device-store.ts";

/** A key of this device, or one that was here. */
export type OwnKey = {
  /** RFC 7638. */
  thumbprint: string;
  /** When receipts were no longer sealed to it; undefined for a key in use, and where that is not known. */
  replacedAt: string | undefined;
};

/** The keys of the cards, also those whose private half was deleted: receipts that they opened may be kept. */
export async function readOwnKeys(
  cards: readonly Pick<StoredCard, "keys" | "droppedKeys">[],
): Promise<OwnKey[]> {
  const ofCards = await Promise.all(
    cards.map(async ({ keys, droppedKeys = [] }) => {
      const all = [...droppedKeys, ...keys];
      return await Promise.all(
        all.map(async (key) => {
          const thumbprint = await thumbprintOf(key.publicKey);
          return { thumbprint, replacedAt: replacedAtOf(key, all) };
        }),
      );
    }),
  );
  return ofCards.flat();
}

/** By public key: the rows of a list ask for the same keys at once, and each takes milliseconds. */
const thumbprints = new Map<string, Promise<string>>();

async function thumbprintOf(publicKey: string): Promise<string> {
  const known =
    thumbprints.get(publicKey) ?? importPublicKey(publicKey).then((key) => key.thumbprint);
  thumbprints.set(publicKey, known);
  return await known;
}

/** Of a key that was replaced before this was recorded: when its successor was made. */
function replacedAtOf(
  { state, createdAt, replacedAt }: DroppedKey,
  all: readonly DroppedKey[],
): string | undefined {
  if (state !== "retired" || replacedAt !== undefined) return replacedAt;
  return all
    .filter((other) => other.state !== "pending")
    .map((other) => other.createdAt)
    .filter((other) => Date.parse(other) > Date.parse(createdAt))
    .toSorted((one, other) => Date.parse(one) - Date.parse(other))[0];
}
