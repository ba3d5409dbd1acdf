import { unwrapCardKey } from "./card-keys.ts";
import { findKey, type StoredCard } from "./cards.ts";
import { type Archive, unlockArchive } from "./kept-receipts.ts";
import type { AnyConsent, ObservedConsent } from "./observation.ts";
import { openSigners } from "./signers.ts";
import { withVaultKey } from "./vault.ts";
import { WalletError } from "./wallet-error.ts";

export type UnlockedKey = {
  /** Not extractable. Throws `key_forgotten` once the page was hidden for a minute. */
  get(): CryptoKey;
  /** Aborts what still waits for the network when the key is forgotten. */
  signal: AbortSignal;
};

/**
 * Asks for consent, and unlocks one private key for `use`, along with the archive if receipts are kept. Both are
 * forgotten afterwards, or once the page has been hidden for a minute. Throws as openLock does, and `other_key`
 * before it asks if the device does not hold the key.
 */
export async function withUnlockedKey<T>(
  { card, keyId, ...consent }: ObservedConsent<AnyConsent> & { card: StoredCard; keyId: string },
  use: (unlocked: UnlockedKey & { archive: Archive | undefined }) => Promise<T>,
): Promise<T> {
  const stored = findKey(card, keyId);
  if (!stored) throw new WalletError("other_key");

  const { privateKey, archive } = await withVaultKey(consent, async (vault) => {
    const { vaultKey } = vault;
    const privateKey = await unwrapCardKey(
      { cardId: card.cardId, key: stored },
      { vaultKey, extractable: false },
    );
    // A full disk must not hide a receipt.
    await openSigners(vault).catch(() => undefined);
    return { privateKey, archive: await unlockArchive(vaultKey) };
  });
  return await lend(privateKey, (unlocked) => use({ ...unlocked, archive }));
}

async function lend<T>(
  privateKey: CryptoKey,
  use: (unlocked: UnlockedKey) => Promise<T>,
): Promise<T> {
  const held: { key: CryptoKey | undefined } = { key: privateKey };
  const abort = new AbortController();

  function forget(): void {
    held.key = undefined;
    abort.abort(new WalletError("key_forgotten"));
  }

  function get(): CryptoKey {
    if (held.key) return held.key;
    throw new WalletError("key_forgotten");
  }

  const stopWaiting = whenHiddenFor(hiddenMilliseconds, forget);
  try {
    return await use({ get, signal: abort.signal });
  } finally {
    stopWaiting();
    forget();
  }
}

/** How long a key may stay in memory while the page is hidden. */
const hiddenMilliseconds = 60_000;

/**
 * Calls `forget` once the page has been hidden for that long without a break. Returns a function that cancels
 * it.
 */
export function whenHiddenFor(milliseconds: number, forget: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenSince: number | undefined;

  function look(): void {
    if (document.visibilityState === "hidden") {
      hiddenSince ??= Date.now();
      timer ??= setTimeout(finish, milliseconds);
      return;
    }
    // A frozen page runs no timers, so check the elapsed time when it comes back.
    if (hiddenSince !== undefined && Date.now() - hiddenSince >= milliseconds) {
      finish();
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    hiddenSince = undefined;
  }

  function stop(): void {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  }

  function finish(): void {
    stop();
    forget();
  }

  document.addEventListener("visibilitychange", look);
  look();
  return stop;
}
