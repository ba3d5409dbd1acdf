import {
  type BackupContent,
  type BackupKey,
  type OpenedBackup,
  unwrapBackupKey,
} from "./backup-file.ts";
import type { WalletCaller } from "./call-api.ts";
import type { CardChange } from "./card-change.ts";
import { wrapCardKey } from "./card-keys.ts";
import { changeCard, insertCard, isSameCard, listCards } from "./cards.ts";
import type { StoredCard, StoredKey } from "./device-store.ts";
import { listCardReceipts } from "./list-receipts.ts";
import type { Consent, ObservedConsent, Vault } from "./observation.ts";
import { findOpeningKey } from "./opening-key.ts";
import { fetchAndOpen } from "./receipts.ts";
import { addSigners } from "./signers.ts";
import { withVaultKey } from "./vault.ts";
import { WalletError } from "./wallet-error.ts";

type BackupCard = BackupContent["cards"][number];
type ProvenKey = { key: BackupKey; privateKey: CryptoKey };
type ProvenCard = { card: BackupCard; keys: ProvenKey[] };

/**
 * How the keys were tested: one of them opened a receipt, or there was no receipt to open. Null for a card that
 * was left out because the service no longer knows it, so that its keys are useless.
 */
type Proof = "receipt" | "self_test" | null;

export type RestoredCard = { card: Pick<StoredCard, "cardId" | "last4">; proof: Proof };

/**
 * Restores a backup into the vault of this device. Before anything is stored, every key is tested against its
 * public key, and one key of each card on a receipt. Throws WalletError.
 */
export async function importBackup({
  backup: { key: under, content },
  consent,
  observe,
}: ObservedConsent & { backup: OpenedBackup }): Promise<RestoredCard[]> {
  return await withVaultKey({ consent, observe }, async (vault) => {
    const proven: (ProvenCard & { proof: Proof })[] = [];
    for (const card of content.cards) {
      const keys = await unwrapKeys(card, under);
      const { environment } = card;
      const proof = await openOne(card, keys, { consent, environment, observe });
      proven.push({ card, keys, proof });
    }

    const restored: RestoredCard[] = [];
    for (const { proof, ...card } of proven) {
      restored.push({ card: proof ? await keep(card, vault) : card.card, proof });
    }
    // Once the keys are safe: signers are only remembered.
    await addSigners(content.signers ?? [], vault).catch(() => undefined);
    return restored;
  });
}

async function unwrapKeys({ cardId, keys }: BackupCard, under: CryptoKey): Promise<ProvenKey[]> {
  return await Promise.all(
    keys.map(async (key) => ({ key, privateKey: await unwrapBackupKey({ cardId, key }, under) })),
  );
}

/** After so many envelopes from tills that do not open, the keys are proven by themselves alone. */
const MAX_TRIES = 3;

/**
 * Opens the newest receipt that one of the keys can open. What a till has sealed may not open, or hold something else,
 * and proves nothing against the key.
 */
async function openOne(
  card: BackupCard,
  keys: ProvenKey[],
  { consent, ...caller }: WalletCaller & { consent: Consent },
): Promise<Proof> {
  const { userId } = card;
  const list = await listCardReceipts(card, caller).catch((error: unknown) => {
    if (error instanceof WalletError && error.reason === "card_erased") return undefined;
    throw error;
  });
  if (!list) return null;
  let tries = 0;
  for (const { paymentId, receiptStatus, sealedAt, ...listed } of list.receipts) {
    const keyId = findOpeningKey(card, listed);
    const proven = keys.find(({ key }) => key.keyId === keyId);
    if (!proven || receiptStatus !== "sealed") continue;
    const unlocked = { get: () => proven.privateKey, signal: new AbortController().signal };
    const { method: consentMethod } = consent;
    const access = { userId, paymentId, keyId: proven.key.keyId, sealedAt, consentMethod };
    try {
      await fetchAndOpen(access, unlocked, caller);
      return "receipt";
    } catch (error) {
      const reason = error instanceof WalletError ? error.reason : undefined;
      // It opened.
      if (reason === "not_a_receipt") return "receipt";
      if (reason !== "wrongly_sealed") throw error;
      tries += 1;
      if (tries === MAX_TRIES) break;
    }
  }
  return "self_test";
}

/** Stores the card, or adds its keys to the card that is here; keys already here stay unchanged. */
async function keep(proven: ProvenCard, vault: Vault): Promise<StoredCard> {
  const { keys: _, ...card } = proven.card;
  const here = (await listCards()).find((stored) => isSameCard(stored, card));
  const { cardId } = here ?? card;
  const keys = await wrapKeys(cardId, proven.keys, vault);
  const restored = { ...card, keys, restoredAt: new Date().toISOString() };
  const { vaultId } = vault;
  if (here) return await changeCard(cardId, (stored) => addKeys(stored, restored, vaultId));
  // Another tab may have just restored it, under an id to which these keys are not bound.
  return (await insertCard(restored, vaultId)) ? restored : await keep(proven, vault);
}

async function wrapKeys(
  cardId: string,
  keys: readonly ProvenKey[],
  { vaultKey }: Vault,
): Promise<StoredKey[]> {
  return await Promise.all(
    keys.map(async ({ key, privateKey }): Promise<StoredKey> => {
      const { keyId, publicKey, createdAt, replacedAt, state } = key;
      const wrappedKey = await wrapCardKey({ cardId, keyId, privateKey }, vaultKey);
      return { keyId, publicKey, createdAt, replacedAt, version: 1, state, ...wrappedKey };
    }),
  );
}

/** The card may have been here before, or another tab has just restored it. */
function addKeys(here: StoredCard, restored: StoredCard, vaultId: string): CardChange {
  const { userId, keys, registeredAt } = here;
  const hasCurrent = keys.some(({ state }) => state === "current");
  return {
    userId: userId ?? restored.userId,
    // An unfinished card has waited for its registration since it was added.
    registeredAt: userId === null ? restored.restoredAt : registeredAt,
    unfinished: undefined,
    // A card that came from the bank had none of this.
    ...(here.last4 === "" ? { last4: restored.last4, brand: restored.brand } : {}),
    added: {
      vaultId,
      keys: restored.keys.map((key) =>
        // The current key of this device is newer than the one in the backup.
        hasCurrent && key.state === "current" ? { ...key, state: "retired" } : key,
      ),
    },
  };
}
