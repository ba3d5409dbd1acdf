import type { Answer } from "#lib/browser/api.ts";
import { registerUserOperation } from "#lib/cardholders/contract.ts";
import { formatPem } from "#lib/crypto/key-text.ts";
import { formatKeyId, generateRsaKeys, importPublicKey } from "#lib/crypto/rsa-keys.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import { hashCardNumber, readCardNumber } from "./card-number.ts";
import { listCards, removeCard, saveCard, wrapCardKey } from "./cards.ts";
import type { StoredCard, StoredKey } from "./device-store.ts";
import { type AnyConsent, measure, type Observe } from "./observation.ts";
import { withVaultKey } from "./vault.ts";
import { WalletError } from "./wallet-error.ts";

export type AddedCard = { card: StoredCard; deliveredReceipts: number };

/** A number as it was typed, or as the wallet offered it, which alone may be kept. */
export type NewCard = { number: string; isTestCard: boolean };

/**
 * Makes a key for a card and registers both. A typed number is hashed here and kept nowhere. Safe to
 * repeat after a failure on the way. Throws `card_taken` and as openLock and callWalletApi do; a
 * RangeError for a number that readCardNumber does not call valid.
 */
export async function addCard(
  { number, isTestCard }: NewCard,
  { consent, ...caller }: WalletCaller & { consent: AnyConsent },
): Promise<AddedCard> {
  const read = readCardNumber(number);
  if (read.state !== "valid") throw new RangeError("The card number is not valid.");
  const [hashedPan, milliseconds] = await measure(() => hashCardNumber(read.digits));
  caller.observe?.({ kind: "card_hashed", milliseconds });
  const card = { hashedPan, last4: read.last4, brand: read.brand ?? null };
  const kept = isTestCard ? { ...card, testNumber: read.digits } : card;
  return await addHashedCard(kept, { consent, ...caller });
}

/** A card of which this device was told no more than it may keep, and the hash to register it by. */
export type HashedCard = Pick<StoredCard, "last4" | "brand" | "testNumber"> & { hashedPan: string };

/** The same for a card that was hashed elsewhere. */
export async function addHashedCard(
  card: HashedCard,
  { consent, ...caller }: WalletCaller & { consent: AnyConsent },
): Promise<AddedCard> {
  const details = detailsOf(card, caller);
  const pending =
    (await findUnfinished(details)) ?? (await prepare(details, { consent, ...caller }));
  return await complete(pending, card, caller);
}

/**
 * Registers a card that was left before the answer came, with the key that it has: nobody is asked for
 * anything. Whether there was one. Throws as addHashedCard does.
 */
export async function finishHashedCard(card: HashedCard, caller: WalletCaller): Promise<boolean> {
  const pending = await findUnfinished(detailsOf(card, caller));
  if (!pending) return false;
  await complete(pending, card, caller);
  return true;
}

async function complete(
  pending: StoredCard,
  { hashedPan, testNumber }: HashedCard,
  caller: WalletCaller,
): Promise<AddedCard> {
  const { deliveredReceipts, userId } = await register(pending, hashedPan, caller);
  const keys = pending.keys.map((key) => ({ ...key, state: "current" as const }));
  const card = { ...pending, userId, keys, ...(testNumber ? { testNumber } : {}) };
  await saveCard(card);
  return { card, deliveredReceipts };
}

type CardDetails = Pick<StoredCard, "environment" | "last4" | "brand" | "session">;

function detailsOf(
  { last4, brand }: HashedCard,
  { environment, session }: WalletCaller,
): CardDetails {
  return { environment, last4, brand, ...(session ? { session } : {}) };
}

/** A card whose registration got no answer: the same key again is the same registration. */
async function findUnfinished(details: CardDetails): Promise<StoredCard | undefined> {
  const cards = await listCards();
  return cards.find(
    ({ userId, environment, session, last4, brand }) =>
      userId === null &&
      environment === details.environment &&
      session === details.session &&
      last4 === details.last4 &&
      brand === details.brand,
  );
}

async function prepare(
  details: CardDetails,
  { consent, observe }: WalletCaller & { consent: AnyConsent },
): Promise<StoredCard> {
  const cardId = crypto.randomUUID();
  const key = await withVaultKey({ consent, observe }, ({ vaultKey }) =>
    makeKey({ cardId, vaultKey }, observe),
  );
  const createdAt = new Date().toISOString();
  const card = { cardId, ...details, userId: null, keys: [key], createdAt };
  // The key comes before the registration: a crash after it must leave something to finish.
  await saveCard(card);
  return card;
}

async function register(
  { cardId, keys }: StoredCard,
  hashedPan: string,
  caller: WalletCaller,
): Promise<Answer<"POST /api/v1/onboarding/register">> {
  const [key] = keys;
  if (!key) throw new WalletError("vault_damaged");
  const body = { hashedPan, publicKey: key.publicKey, keyId: key.keyId };
  try {
    return await callWalletApi(
      "POST /api/v1/onboarding/register",
      { ...caller, response: registerUserOperation.response, refusals: { 409: "card_taken" } },
      { body },
    );
  } catch (error) {
    if (error instanceof WalletError && error.reason === "card_taken") await removeCard(cardId);
    throw error;
  }
}

/** A new key pair, its private half wrapped before anything else can touch it. */
export async function makeKey(
  { cardId, vaultKey }: { cardId: string; vaultKey: CryptoKey },
  observe?: Observe | undefined,
): Promise<StoredKey> {
  const [pair, generating] = await measure(generateRsaKeys);
  const spki = await crypto.subtle.exportKey("spki", pair.publicKey);
  const { pem, thumbprint } = await importPublicKey(formatPem("PUBLIC KEY", new Uint8Array(spki)));
  const keyId = formatKeyId(thumbprint);
  observe?.({ kind: "key_made", keyId, milliseconds: generating });

  const { privateKey } = pair;
  const [wrapped, wrapping] = await measure(() =>
    wrapCardKey({ cardId, keyId, privateKey }, vaultKey),
  );
  observe?.({ kind: "key_stored", keyId, milliseconds: wrapping });
  return {
    keyId,
    publicKey: pem,
    version: 1,
    state: "pending",
    createdAt: new Date().toISOString(),
    ...wrapped,
  };
}
