import { forgetBackups } from "./backup-record.ts";
import { type LockMethod, onDevice, storeNames } from "./device-store.ts";
import { deleteLock, findLock, insertFirstLock, putLock } from "./lock-records.ts";
import { createLock, openLock } from "./locks.ts";
import {
  type AnyConsent,
  measure,
  type NewConsent,
  type Observation,
  type ObservedConsent,
  type Vault,
} from "./observation.ts";
import { retirePasskey } from "./passkey.ts";
import { forgetClaim } from "./pending-claim.ts";
import { WalletError } from "./wallet-error.ts";

export type VaultState =
  | { state: "none" }
  | { state: "ready"; methods: LockMethod[]; createdAt: string };

/** What is known about the vault without consent. */
export async function describeVault(): Promise<VaultState> {
  const locks = await onDevice((database) => database.getAll("locks"));
  const [first] = locks.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
  if (!first) return { state: "none" };
  return {
    state: "ready",
    methods: locks.map(({ method }) => method),
    createdAt: first.createdAt,
  };
}

/** Creates the vault, locked with its first method of consent. Throws `vault_exists`, or as createLock does. */
export async function createVault(consent: NewConsent): Promise<void> {
  await createOpenVault({ consent });
}

/** As createVault, and returns the vault. Its key is extractable. */
export async function createOpenVault(consent: ObservedConsent<NewConsent>): Promise<Vault> {
  const { state } = await describeVault();
  if (state !== "none") throw new WalletError("vault_exists");
  const vaultKey = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, [
    "wrapKey",
    "unwrapKey",
  ]);
  const vault = { vaultId: crypto.randomUUID(), vaultKey };
  await insertFirstLock(await createLock(vault, consent));
  return vault;
}

/** Runs `use` with the vault key, which is not extractable, and forgets it. Throws as openLock does. */
export async function withVaultKey<T>(
  { consent, observe }: ObservedConsent<AnyConsent>,
  use: (vault: Vault) => Promise<T>,
): Promise<T> {
  if ("vault" in consent) return await use(consent.vault.get());
  return await use(await unlock({ consent, observe }, { extractable: false }));
}

async function unlock(
  { consent, observe }: ObservedConsent,
  options: { extractable: boolean },
): Promise<Vault> {
  const calls: Observation[] = [];
  const [vault, milliseconds] = await measure(() =>
    openLock(consent, { ...options, observe: (call) => calls.push(call) }),
  );
  for (const call of calls) observe?.(call);
  observe?.({ kind: "consented", method: consent.method, milliseconds });
  return vault;
}

/** Adds a method of consent, or replaces one, such as the PIN. Throws as openLock, createLock, and putLock do. */
export async function addConsent({
  added,
  ...consent
}: ObservedConsent & { added: NewConsent }): Promise<void> {
  const before = await findLock(added.method);
  const vault = await unlock(consent, { extractable: true });
  // Unlocking may have moved the PIN to a new share, so this is read after it; the PIN itself must be the same.
  const replaced = await findLock(added.method);
  if (replaced?.createdAt !== before?.createdAt) throw new WalletError("consent_changed");
  await putLock(await createLock(vault, { consent: added }), replaced);
}

/**
 * Throws as deleteLock does.
 *
 * @public No screen offers it yet; e2e/wallet-vault.spec.ts calls it by its name.
 */
export async function removeConsent(method: LockMethod): Promise<void> {
  await deleteLock(method);
}

/** Deletes everything that the wallet keeps on this device. Only a backup brings it back. */
export async function eraseDevice(): Promise<void> {
  forgetClaim();
  await erase(() => true);
  forgetBackups();
}

/** As eraseDevice, unless there is a card, which another tab may have just added. Returns whether it erased. */
export async function eraseUnusedDevice(): Promise<boolean> {
  return await erase((cards) => cards === 0);
}

async function erase(isMeant: (cards: number) => boolean): Promise<boolean> {
  const erased = await onDevice(async (database) => {
    const transaction = database.transaction(storeNames, "readwrite");
    if (!isMeant(await transaction.objectStore("cards").count())) return undefined;
    const lock = await transaction.objectStore("locks").get("passkey");
    await Promise.all(storeNames.map((name) => transaction.objectStore(name).clear()));
    await transaction.done;
    return { lock };
  });
  if (erased?.lock?.method === "passkey") void retirePasskey(erased.lock.credentialId);
  return erased !== undefined;
}
