import { type Archive, startArchive, unlockArchive } from "./archive-key.ts";
import { unwrapCardKey } from "./card-keys.ts";
import { findKey, type StoredCard } from "./cards.ts";
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

type Needed = ObservedConsent<AnyConsent> & {
  /** Turns keeping on where it is off. */
  startsKeeping?: boolean | undefined;
};

/**
 * Asks for consent, and unlocks one private key for `use`, along with the archive if receipts are kept. The key is
 * forgotten afterwards, or once the page has been hidden for a minute. Throws as openLock does, and `other_key`
 * before it asks if the device does not hold the key.
 */
export async function withUnlockedKey<T>(
  { card, keyId, ...needed }: Needed & CardKey,
  use: (unlocked: UnlockedKey & { archive: Archive | undefined }) => Promise<T>,
): Promise<T> {
  return await withUnlockedKeys({ keys: [{ card, keyId }], ...needed }, ({ keys, archive }) => {
    const [unlocked] = keys;
    if (!unlocked) throw new WalletError("other_key");
    return use({ ...unlocked, archive });
  });
}

export type CardKey = { card: StoredCard; keyId: string };

/** As withUnlockedKey, for several keys with one consent; `keys` are in the same order. */
export async function withUnlockedKeys<T>(
  { keys, startsKeeping, ...consent }: Needed & { keys: readonly CardKey[] },
  use: (unlocked: { keys: UnlockedKey[]; archive: Archive | undefined }) => Promise<T>,
): Promise<T> {
  const stored = keys.map(({ card, keyId }) => {
    const key = findKey(card, keyId);
    if (!key) throw new WalletError("other_key");
    return { cardId: card.cardId, key };
  });

  const { privateKeys, archive } = await withVaultKey(consent, async (vault) => {
    const { vaultKey } = vault;
    const unwrap = (one: (typeof stored)[number]) =>
      unwrapCardKey(one, { vaultKey, extractable: false });
    const privateKeys = await Promise.all(stored.map(unwrap));
    // A full disk must not hide a receipt.
    await openSigners(vault).catch(() => undefined);
    const archive = await (startsKeeping ? startArchive(vault) : unlockArchive(vaultKey));
    return { privateKeys, archive };
  });
  return await lend(privateKeys, (unlocked) => use({ keys: unlocked, archive }));
}

async function lend<T>(
  privateKeys: readonly CryptoKey[],
  use: (unlocked: UnlockedKey[]) => Promise<T>,
): Promise<T> {
  const held = { keys: privateKeys };
  const abort = new AbortController();

  function forget(): void {
    held.keys = [];
    abort.abort(new WalletError("key_forgotten"));
  }

  function get(at: number): CryptoKey {
    const key = held.keys[at];
    if (key) return key;
    throw new WalletError("key_forgotten");
  }

  const { signal } = abort;
  const stopWaiting = whenHiddenFor(hiddenMilliseconds, forget);
  try {
    return await use(privateKeys.map((_, at) => ({ get: () => get(at), signal })));
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
