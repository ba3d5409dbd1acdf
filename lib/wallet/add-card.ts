import type { Answer } from "#lib/browser/api.ts";
import { registerUserOperation } from "#lib/cardholders/contract.ts";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { formatPem } from "#lib/crypto/key-text.ts";
import { generateP256Keys } from "#lib/crypto/p256-keys.ts";
import { importPublicKey, type KeyKind } from "#lib/crypto/recipient-key.ts";
import { generateRsaKeys } from "#lib/crypto/rsa-keys.ts";
import { callWalletApi, type WalletCaller } from "./call-api.ts";
import { registerSamplePar } from "./card-identifiers.ts";
import { wrapCardKey } from "./card-keys.ts";
import { hashCardNumber, readCardNumber } from "./card-number.ts";
import { changeCard, insertCard, removeUnfinished } from "./cards.ts";
import type { StoredCard, StoredKey } from "./device-store.ts";
import { type AnyConsent, measure, type Observe, type Vault } from "./observation.ts";
import { findUnfinished, type MeantCard, markUnfinished } from "./unfinished-card.ts";
import { withVaultKey } from "./vault.ts";
import { WalletError } from "./wallet-error.ts";

export type AddedCard = { card: StoredCard; deliveredReceipts: number };

/** A card number. It may be kept only if it is a test number that the wallet offered. */
export type NewCard = { number: string; isTestCard: boolean };

type CardAdder = WalletCaller & { consent: AnyConsent; keyKind?: KeyKind };

/**
 * Creates a key for a card and registers both. A typed number is hashed here and never stored. Safe to repeat
 * after a failure. Throws `card_taken`, as openLock and callWalletApi do, and a RangeError for a number that
 * readCardNumber does not accept.
 */
export async function addCard(
  { number, isTestCard }: NewCard,
  caller: CardAdder,
): Promise<AddedCard> {
  const read = readCardNumber(number);
  if (read.state !== "valid") throw new RangeError("The card number is not valid.");
  const [hashedPan, milliseconds] = await measure(() => hashCardNumber(read.digits));
  caller.observe?.({ kind: "card_hashed", milliseconds });
  const card = { hashedPan, last4: read.last4, brand: read.brand ?? null };
  const kept = isTestCard ? { ...card, testNumber: read.digits } : card;
  const added = await addHashedCard(kept, caller);
  // Where this fails, the card is added all the same, and its page offers it again.
  const { observe } = caller;
  const par = await registerSamplePar(added.card, read.digits, { observe }).catch(() => undefined);
  const byPar = par?.isNew ? par.deliveredReceipts : 0;
  const deliveredReceipts = added.deliveredReceipts + byPar;
  return { card: added.card, deliveredReceipts };
}

/** What the device may keep of a card, and the hash of its number for the registration. */
export type HashedCard = Pick<StoredCard, "last4" | "brand" | "testNumber"> & { hashedPan: string };

/** As addCard, for a card whose number was hashed elsewhere. */
export async function addHashedCard(
  card: HashedCard,
  { consent, keyKind = "RSA-2048", ...caller }: CardAdder,
): Promise<AddedCard> {
  const { observe } = caller;
  const meant = meantBy(card, caller);
  const { unfinished, isNew } = await withVaultKey({ consent, observe }, async (vault) => {
    const found = await findUnfinished(meant, vault.vaultKey);
    return found.length > 0
      ? { unfinished: found, isNew: false }
      : { unfinished: [await prepare(meant, { ...vault, keyKind, observe })], isNew: true };
  });
  try {
    return await finish(unfinished, card, caller);
  } catch (error) {
    // The service has never accepted a new key, so no receipt can be sealed to it.
    if (isNew && isTaken(error)) await Promise.all(unfinished.map(removeUnfinished));
    throw error;
  }
}

/**
 * Finishes the registration of a visit's card if the page was left before the answer came. Uses the key that was
 * created then, and needs no consent. Returns whether there was such a card. Throws as addHashedCard does.
 */
export async function finishHashedCard(card: HashedCard, caller: WalletCaller): Promise<boolean> {
  const unfinished = await findUnfinished(meantBy(card, caller));
  if (unfinished.length === 0) return false;
  await finish(unfinished, card, caller);
  return true;
}

function meantBy(
  { hashedPan, last4, brand }: HashedCard,
  { environment, session }: WalletCaller,
): MeantCard {
  return { hashedPan, environment, last4, brand, ...(session ? { session } : {}) };
}

/** Registers the card with the first key that the service accepts. */
async function finish(
  unfinished: readonly StoredCard[],
  { hashedPan, testNumber }: HashedCard,
  caller: WalletCaller,
): Promise<AddedCard> {
  for (const { cardId, keys } of unfinished) {
    const [key] = keys;
    if (!key) throw new WalletError("vault_damaged");
    const user = await register(key, hashedPan, caller);
    if (!user) continue;

    const { userId, deliveredReceipts } = user;
    const card = await changeCard(cardId, () => ({
      userId,
      registeredAt: new Date().toISOString(),
      unfinished: undefined,
      settledKey: { keyId: key.keyId, state: "current" },
      ...(testNumber ? { testNumber } : {}),
    }));
    await Promise.all(unfinished.map(removeUnfinished));
    return { card, deliveredReceipts };
  }
  throw new WalletError("card_taken");
}

async function prepare(
  { hashedPan, ...meant }: MeantCard,
  {
    vaultId,
    vaultKey,
    keyKind,
    observe,
  }: Vault & { keyKind: KeyKind; observe: Observe | undefined },
): Promise<StoredCard> {
  const cardId = crypto.randomUUID();
  const key = await makeKey({ cardId, vaultKey, keyKind }, observe);
  const unfinished = await markUnfinished({ hashedPan, ...meant }, { cardId, vaultKey });
  const createdAt = new Date().toISOString();
  const card = { cardId, ...meant, userId: null, unfinished, keys: [key], createdAt };
  // Stored before the call: a crash in between must leave a registration that can be finished.
  await insertCard(card, vaultId);
  return card;
}

/** Undefined if the card is already registered with another key. */
async function register(
  { keyId, publicKey }: StoredKey,
  hashedPan: string,
  caller: WalletCaller,
): Promise<Answer<"POST /api/v1/onboarding/register"> | undefined> {
  const { response } = registerUserOperation;
  return await callWalletApi(
    "POST /api/v1/onboarding/register",
    { ...caller, response, refusals: { 409: "card_taken" } },
    { body: { hashedPan, publicKey, keyId } },
  ).catch((error: unknown) => {
    if (isTaken(error)) return undefined;
    throw error;
  });
}

function isTaken(error: unknown): boolean {
  return error instanceof WalletError && error.reason === "card_taken";
}

/** Generates a key pair and wraps its private key right away. */
export async function makeKey(
  { cardId, vaultKey, keyKind }: { cardId: string; vaultKey: CryptoKey; keyKind: KeyKind },
  observe?: Observe | undefined,
): Promise<StoredKey> {
  const [pair, generating] = await measure(() =>
    keyKind === "P-256" ? generateP256Keys({ extractable: true }) : generateRsaKeys(),
  );
  const spki = await crypto.subtle.exportKey("spki", pair.publicKey);
  const { pem, thumbprint } = await importPublicKey(formatPem("PUBLIC KEY", new Uint8Array(spki)));
  const keyId = formatKeyId(thumbprint);
  observe?.({ kind: "key_made", keyId, keyKind, milliseconds: generating });

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
