import { rotateKeyOperation } from "#lib/cardholders/contract.ts";
import { makeKey } from "./add-card.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import { changeCard, getCard } from "./cards.ts";
import type { StoredCard, StoredKey } from "./device-store.ts";
import type { Consent, Observe } from "./observation.ts";
import { withVaultKey } from "./vault.ts";
import { WalletError } from "./wallet-error.ts";

/**
 * A new key for the receipts to come. The old one stays on the device, because receipts of the past open with
 * nothing else. Safe to repeat after a failure on the way, and in two tabs at once. Throws WalletError.
 */
export async function rotateCardKey(
  cardId: string,
  { consent, ...caller }: WalletCaller & { consent: Consent },
): Promise<StoredCard> {
  const { observe } = caller;
  return await withVaultKey({ consent, observe }, async ({ vaultKey }) => {
    const card = await getCard(cardId);
    // Left by a call without an answer, perhaps on another device: the service may have it already.
    for (const key of card.keys.filter(isPending)) {
      const rotated = await offerKey(card, key, caller);
      if (rotated) return rotated;
    }
    const rotated = await offerKey(card, await addPendingKey(cardId, vaultKey, observe), caller);
    if (!rotated) throw new WalletError("key_refused");
    return rotated;
  });
}

/** The key comes before the call: a crash after it must leave something to finish. */
async function addPendingKey(
  cardId: string,
  vaultKey: CryptoKey,
  observe: Observe | undefined,
): Promise<StoredKey> {
  const made = await makeKey({ cardId, vaultKey }, observe);
  const card = await changeCard(cardId, ({ keys }) =>
    // Another tab was faster: both offer its key, and the service changes the key once.
    keys.some(isPending) ? {} : { addedKeys: [made] },
  );
  return card.keys.find(isPending) ?? made;
}

/** Undefined where the service no longer takes the key, which stays for the receipts of its time. */
async function offerKey(
  { cardId, userId, session }: StoredCard,
  { keyId, publicKey }: StoredKey,
  caller: WalletCaller,
): Promise<StoredCard | undefined> {
  if (userId === null) throw new WalletError("not_found");
  const { response } = rotateKeyOperation;
  try {
    await callWalletApi(
      "POST /api/v1/keys/rotate",
      { ...caller, session, response, refusals: { 409: "key_refused" } },
      { body: { userId, keyId, publicKey } },
    );
  } catch (error) {
    if (!(error instanceof WalletError) || error.reason !== "key_refused") throw error;
    await changeCard(cardId, () => ({ settledKey: { keyId, state: "retired" } }));
    return undefined;
  }
  return await changeCard(cardId, () => ({ settledKey: { keyId, state: "current" } }));
}

/** Deletes a private key from this device; what was sealed to it no longer opens here. */
export async function dropKey(cardId: string, keyId: string): Promise<StoredCard> {
  return await changeCard(cardId, () => ({ droppedKeyId: keyId }));
}

function isPending({ state }: StoredKey): boolean {
  return state === "pending";
}
