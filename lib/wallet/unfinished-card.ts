import { VISIT } from "#lib/accounts/contract-wallet.ts";
import { decodeHex, decodeUtf8, encodeHex, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { unwrapCardKey } from "./card-keys.ts";
import { listCards } from "./cards.ts";
import type { StoredCard, Unfinished } from "./device-store.ts";
import { type Binding, unwrapAesKey, wrapKey } from "./gcm-wrap.ts";

/** The card to find: the hash of its number, and what the device keeps of it. */
export type MeantCard = Pick<StoredCard, "environment" | "session" | "last4" | "brand"> & {
  hashedPan: string;
};

/**
 * Finds cards with this number whose registration got no answer; registering the same key again is idempotent.
 * There can be several if several tabs started at once. Without the vault key, only a visit's cards are found.
 */
export async function findUnfinished(
  { hashedPan, ...meant }: MeantCard,
  vaultKey?: CryptoKey,
): Promise<StoredCard[]> {
  const similar = (await listCards()).filter(
    ({ userId, environment, session, last4, brand }) =>
      userId === null &&
      environment === meant.environment &&
      session === meant.session &&
      last4 === meant.last4 &&
      brand === meant.brand,
  );
  const hashes = await Promise.all(similar.map((card) => readHash(card, vaultKey)));
  return similar.filter((_, at) => hashes[at] === hashedPan);
}

/** What to store so that findUnfinished recognizes the card. */
export async function markUnfinished(
  { hashedPan, session }: MeantCard,
  { cardId, vaultKey }: { cardId: string; vaultKey: CryptoKey },
): Promise<Unfinished> {
  if (session === VISIT) return { kind: "visit", hashedPan };
  // The vault key wraps keys and nothing else, and a hash of 256 bits can be one.
  const key = await crypto.subtle.importKey("raw", decodeHex(hashedPan), "AES-GCM", true, usages);
  return {
    kind: "wrapped",
    ...(await wrapKey({ key, under: vaultKey, binding: bindHash(cardId) })),
  };
}

async function readHash(
  { cardId, unfinished, keys: [key] }: StoredCard,
  vaultKey: CryptoKey | undefined,
): Promise<string | undefined> {
  if (unfinished?.kind === "visit") return unfinished.hashedPan;
  if (!unfinished || !key || !vaultKey) return undefined;
  try {
    if (unfinished.kind === "wrapped") {
      const binding = bindHash(cardId);
      const unwrapping = { under: vaultKey, binding, extractable: true, usages };
      const hash = await unwrapAesKey(unfinished, unwrapping);
      return encodeHex(new Uint8Array(await crypto.subtle.exportKey("raw", hash)));
    }
    const privateKey = await unwrapCardKey({ cardId, key }, { vaultKey, extractable: false });
    const hash = await crypto.subtle.decrypt(oaep, privateKey, unfinished.hash);
    return decodeUtf8(new Uint8Array(hash));
  } catch {
    // A damaged key must not prevent adding another card.
    return undefined;
  }
}

function bindHash(cardId: string): Binding {
  return ["sealslip card number", 1, cardId];
}

/** A key needs one; nothing is encrypted with it. */
const usages: KeyUsage[] = ["encrypt"];

// The label separates this use of the key from sealed receipts.
const oaep = { name: "RSA-OAEP", label: encodeUtf8("sealslip card number") };
