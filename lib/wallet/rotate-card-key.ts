import { rotateKeyOperation } from "#lib/cardholders/contract.ts";
import { makeKey } from "./add-card.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import { getCard, saveCard } from "./cards.ts";
import type { StoredCard, StoredKey } from "./device-store.ts";
import type { Consent } from "./observation.ts";
import { withVaultKey } from "./vault.ts";
import { WalletError } from "./wallet-error.ts";

/**
 * A new key for the receipts to come. The old one stays on the device, because receipts of the past
 * open with nothing else. Safe to repeat after a failure on the way. Throws WalletError.
 */
export async function rotateCardKey(
  cardId: string,
  { consent, ...caller }: WalletCaller & { consent: Consent },
): Promise<StoredCard> {
  const card = await getCard(cardId);
  const { userId } = card;
  const { observe } = caller;
  if (userId === null) throw new WalletError("not_found");

  const pending =
    card.keys.find(({ state }) => state === "pending") ??
    (await withVaultKey({ consent, observe }, ({ vaultKey }) =>
      makeKey({ cardId, vaultKey }, observe),
    ));
  const others = card.keys.filter(({ keyId }) => keyId !== pending.keyId);
  // The key comes before the call: a crash after it must leave something to finish.
  await saveCard({ ...card, keys: [...others, pending] });

  const body = { userId, keyId: pending.keyId, publicKey: pending.publicKey };
  const { response } = rotateKeyOperation;
  const { session } = card;
  await callWalletApi("POST /api/v1/keys/rotate", { ...caller, session, response }, { body });
  const rotated = {
    ...card,
    keys: [...others.map(retire), { ...pending, state: "current" as const }],
  };
  await saveCard(rotated);
  return rotated;
}

/** Deletes a private key from this device; what was sealed to it no longer opens here. */
export async function dropKey(cardId: string, keyId: string): Promise<StoredCard> {
  const card = await getCard(cardId);
  const changed = { ...card, keys: card.keys.filter((key) => key.keyId !== keyId) };
  await saveCard(changed);
  return changed;
}

function retire(key: StoredKey): StoredKey {
  return { ...key, state: "retired" };
}
