import { type LockMethod, onDevice, requireVault, storeNames } from "./device-store.ts";
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
import { WalletError } from "./wallet-error.ts";

export type VaultState =
  | { state: "none" }
  | { state: "ready"; methods: LockMethod[]; createdAt: string };

/** What this device keeps, as far as it may be known without consent. */
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

/** Makes the vault, locked with its first way of consent. Throws `vault_exists`, or as createLock. */
export async function createVault(consent: NewConsent): Promise<void> {
  await createOpenVault({ consent });
}

/** The same, and returns what it has made, whose key is extractable. */
export async function createOpenVault(consent: ObservedConsent<NewConsent>): Promise<Vault> {
  const { state } = await describeVault();
  if (state !== "none") throw new WalletError("vault_exists");
  const vaultKey = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, [
    "wrapKey",
    "unwrapKey",
  ]);
  const vault = { vaultId: crypto.randomUUID(), vaultKey };
  const lock = await createLock(vault, consent);
  await onDevice(async (database) => {
    const transaction = database.transaction("locks", "readwrite", { durability: "strict" });
    // Another tab may have been faster while this one asked for consent.
    if ((await transaction.store.count()) > 0) throw new WalletError("vault_exists");
    await transaction.store.add(lock);
    await transaction.done;
  });
  return vault;
}

/** Runs `use` with the vault key, which is not extractable, and forgets it. Throws as openLock. */
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

/** Adds a second way of consent, or replaces one, such as the PIN by a new PIN. Throws as openLock and createLock. */
export async function addConsent({
  added,
  ...consent
}: ObservedConsent & { added: NewConsent }): Promise<void> {
  const vault = await unlock(consent, { extractable: true });
  const lock = await createLock(vault, { consent: added });
  await onDevice(async (database) => {
    const transaction = database.transaction("locks", "readwrite", { durability: "strict" });
    requireVault(await transaction.store.getAll(), lock.vaultId);
    await transaction.store.put(lock);
    await transaction.done;
  });
}

/**
 * Throws `consent_not_set_up` for the last way: nothing could open the vault any more.
 *
 * @public No screen offers it yet; e2e/wallet-vault.spec.ts calls it by its name.
 */
export async function removeConsent(method: LockMethod): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction("locks", "readwrite", { durability: "strict" });
    const methods = await transaction.store.getAllKeys();
    if (!methods.some((other) => other !== method)) throw new WalletError("consent_not_set_up");
    await transaction.store.delete(method);
    await transaction.done;
  });
}

/** Deletes everything that the wallet keeps on this device. Only a backup brings it back. */
export async function eraseDevice(): Promise<void> {
  await erase(() => true);
}

/** The same where no card is left, which another tab may have added a moment ago. Whether it was so. */
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
