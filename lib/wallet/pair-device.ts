import type { Answer } from "#lib/browser/api.ts";
import {
  cancelPairingOperation,
  getPairingOperation,
  startPairingOperation,
} from "#lib/cardholders/contract-pairings.ts";
import { makeKey } from "./add-card.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import { unwrapCardKey, wrapCardKey } from "./card-keys.ts";
import { changeCard, insertCard, isSameCard, listCards } from "./cards.ts";
import type { StoredCard, StoredPairing } from "./device-store.ts";
import type { Consent, Observe, ObservedConsent } from "./observation.ts";
import { deletePairing, findPairing, putPairing } from "./pairings.ts";
import { withVaultKey } from "./vault.ts";
import { WalletError } from "./wallet-error.ts";

/** Creates a key on this device, and a code with which the bank can let it in. Throws as openLock and askForCode do. */
export async function startPairing({
  consent,
  observe,
  ...caller
}: WalletCaller & { consent: Consent }): Promise<void> {
  const { environment } = caller;
  const pairing = await withVaultKey({ consent, observe }, async ({ vaultId, vaultKey }) => {
    const cardId = crypto.randomUUID();
    const key = await makeKey({ cardId, vaultKey, keyKind: "RSA-2048" }, observe);
    const made = { cardId, vaultId, environment, key };
    // Stored before the call: once the bank has it, receipts are sealed to it.
    await putPairing(made);
    return made;
  });
  await askForCode(pairing, observe);
}

/** Another code for the same key. Throws as putPairing and callWalletApi do. */
export async function askForCode(pairing: StoredPairing, observe?: Observe): Promise<void> {
  const { environment, key } = pairing;
  const { response } = startPairingOperation;
  const { pairingId } = await callWalletApi(
    "POST /api/wallet/pairings",
    { environment, observe, response },
    { body: { publicKey: key.publicKey } },
  );
  await putPairing({ ...pairing, pairingId });
}

export type PairingState =
  | Extract<Answer<"GET /api/wallet/pairings/{pairingId}">, { state: "pending" }>
  | { state: "canceled" | "expired" }
  /** The card is here, with its new key. */
  | { state: "paired"; cardId: string }
  /** The card was here already: its new key is added with the cardholder's consent. */
  | { state: "known"; cardId: string; userId: string };

/** What became of the code; once the bank has approved it, the card is stored. Throws as callWalletApi and insertCard do. */
export async function checkPairing(pairing: StoredPairing): Promise<PairingState> {
  const { pairingId, environment } = pairing;
  if (pairingId === undefined) return { state: "expired" };
  const answer = await fetchPairing({ pairingId, environment });
  if (answer.state !== "approved") return answer;

  const { userId } = answer;
  const card = toCard(pairing, userId);
  if (await insertCard(card, pairing.vaultId)) {
    await deletePairing(pairing);
    return { state: "paired", cardId: card.cardId };
  }
  const here = (await listCards()).find((stored) => isSameCard(stored, card));
  if (!here) throw new WalletError("card_removed");
  if (here.cardId !== card.cardId) return { state: "known", cardId: here.cardId, userId };
  await deletePairing(pairing);
  return { state: "paired", cardId: here.cardId };
}

async function fetchPairing({
  pairingId,
  environment,
}: {
  pairingId: string;
  environment: StoredPairing["environment"];
}): Promise<Answer<"GET /api/wallet/pairings/{pairingId}"> | { state: "expired" }> {
  const { response } = getPairingOperation;
  try {
    return await callWalletApi(
      "GET /api/wallet/pairings/{pairingId}",
      { environment, response, refusals: { 404: "pairing_ended" } },
      { params: { pairingId } },
    );
  } catch (error) {
    // The service deletes what has ended.
    if (error instanceof WalletError && error.reason === "pairing_ended")
      return { state: "expired" };
    throw error;
  }
}

function toCard({ cardId, environment, key }: StoredPairing, userId: string): StoredCard {
  const pairedAt = new Date().toISOString();
  const times = { createdAt: pairedAt, registeredAt: pairedAt, pairedAt };
  const keys = [{ ...key, state: "current" as const }];
  return { cardId, environment, userId, last4: "", brand: null, keys, ...times };
}

/** Adds the approved key to a card that a backup has brought here. Throws as openLock and changeCard do. */
export async function joinCard(
  cardId: string,
  { consent, observe }: ObservedConsent,
): Promise<string> {
  const pairing = await findPairing();
  if (!pairing) throw new WalletError("pairing_ended");
  const { key } = pairing;
  const { keyId } = key;
  await withVaultKey({ consent, observe }, async ({ vaultId, vaultKey }) => {
    const unwrapping = { vaultKey, extractable: true };
    const privateKey = await unwrapCardKey({ cardId: pairing.cardId, key }, unwrapping);
    const wrapped = await wrapCardKey({ cardId, keyId, privateKey }, vaultKey);
    await changeCard(cardId, () => ({
      pairedAt: new Date().toISOString(),
      added: { vaultId, keys: [{ ...key, ...wrapped, state: "pending" }] },
      settledKey: { keyId, state: "current" },
    }));
  });
  await deletePairing(pairing);
  return cardId;
}

/** Ends the code, and deletes the key that nobody uses. False if the bank was faster. Throws as callWalletApi does. */
export async function cancelPairing(pairing: StoredPairing): Promise<boolean> {
  const { pairingId, environment } = pairing;
  if (pairingId !== undefined) {
    const { response } = cancelPairingOperation;
    const ended = await callWalletApi(
      "DELETE /api/wallet/pairings/{pairingId}",
      { environment, response, refusals: { 404: "pairing_ended" } },
      { params: { pairingId } },
    ).catch((error: unknown) => {
      if (error instanceof WalletError && error.reason === "pairing_ended") return undefined;
      throw error;
    });
    if (ended?.state === "approved") return false;
  }
  await deletePairing(pairing);
  return true;
}
