import { rotateKeyOperation } from "#lib/cardholders/contract.ts";
import { type KeyKind, keyKindOf } from "#lib/crypto/recipient-key.ts";
import { makeKey } from "./add-card.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import { acceptKey, addPending, hasPending, isPending } from "./card-change.ts";
import { changeCard, getCard } from "./cards.ts";
import type { StoredCard, StoredKey } from "./device-store.ts";
import type { Consent, Observe, Vault } from "./observation.ts";
import { withVaultKey } from "./vault.ts";
import { WalletError } from "./wallet-error.ts";

/**
 * Replaces the key for future receipts. The old key stays on the device, because past receipts need it. Safe to
 * repeat after a failure, and to call in two tabs at once. Throws WalletError.
 */
export async function rotateCardKey(
  cardId: string,
  {
    consent,
    keyKind = "RSA-2048",
    ...caller
  }: WalletCaller & { consent: Consent; keyKind?: KeyKind },
): Promise<StoredCard> {
  const { observe } = caller;
  return await withVaultKey({ consent, observe }, async (vault) => {
    const { vaultId } = vault;
    for (;;) {
      const card = await getCard(cardId);
      // From a call without an answer, perhaps on another device: the service may have the key already, and receipts
      // sealed to it. So it is settled first, even if it is of another kind.
      const left = card.keys.find(isPending);
      const key = left ?? (await addPendingKey({ cardId, keyKind }, vault, observe));
      const rotated = await offerKey({ card, key, vaultId }, caller);
      if (rotated && keyKindOf(key.publicKey) === keyKind) return rotated;
      if (!rotated && !left) throw new WalletError("key_refused");
    }
  });
}

/** Stores the key before the call: a crash in between must leave a rotation that can be finished. */
async function addPendingKey(
  { cardId, keyKind }: { cardId: string; keyKind: KeyKind },
  { vaultId, vaultKey }: Vault,
  observe: Observe | undefined,
): Promise<StoredKey> {
  const made = await makeKey({ cardId, vaultKey, keyKind }, observe);
  const card = await changeCard(cardId, (stored) => addPending(stored, { vaultId, keys: [made] }));
  return card.keys.find(isPending) ?? made;
}

/** Undefined if the service has retired the key already; it stays for the receipts sealed to it. */
async function offerKey(
  { card, key, vaultId }: { card: StoredCard; key: StoredKey; vaultId: string },
  caller: WalletCaller,
): Promise<StoredCard | undefined> {
  const { cardId, userId, session } = card;
  const { keyId, publicKey } = key;
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
    // If another tab has brought the card back from a backup without this key, it is there again for its receipts.
    const replacedAt = new Date().toISOString();
    const added = { vaultId, keys: [{ ...key, state: "retired", replacedAt } as const] };
    await changeCard(cardId, () => ({ added, settledKey: { keyId, state: "retired" } }));
    return undefined;
  }
  const accepted = await changeCard(cardId, (stored) => acceptKey(stored, { key, card, vaultId }));
  if (!hasPending(accepted, keyId)) return accepted;
  return await offerKey({ card: accepted, key, vaultId }, caller);
}

/** Deletes a private key from this device. Receipts sealed to it no longer open here. */
export async function dropKey(cardId: string, keyId: string): Promise<StoredCard> {
  return await changeCard(cardId, () => ({ droppedKeyId: keyId }));
}
