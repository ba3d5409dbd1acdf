import { type Lock, type LockMethod, onDevice, requireVault } from "./device-store.ts";
import { retirePasskey } from "./passkey.ts";
import { WalletError } from "./wallet-error.ts";

// All writes of a lock. Each is one transaction, refused if another tab has changed what this one has read.

// Flushed to disk: keys are stored under a vault key that only a lock opens.
const durability = { durability: "strict" } as const;

export async function findLock(method: LockMethod): Promise<Lock | undefined> {
  return await onDevice((database) => database.get("locks", method));
}

/** Stores the lock of a new vault. Throws `vault_exists`. */
export async function insertFirstLock(lock: Lock): Promise<void> {
  await storeOrRetire(lock, (locks) => {
    // This very one, where a lost connection had it stored twice.
    if (!locks.every((other) => isSame(other, lock))) throw new WalletError("vault_exists");
  });
}

/**
 * Stores a lock of a vault that exists, in place of `replaced`, the one of its method that was read before. Throws
 * `vault_damaged` if the vault is gone, and `consent_changed` if another one is stored by now.
 */
export async function putLock(lock: Lock, replaced: Lock | undefined): Promise<void> {
  await storeOrRetire(lock, (locks) => {
    requireVault(locks, lock.vaultId);
    const stored = locks.find(({ method }) => method === lock.method);
    if (!isSame(stored, replaced) && !isSame(stored, lock))
      throw new WalletError("consent_changed");
  });
  if (replaced) retire(replaced);
}

/** Throws `consent_not_set_up` for the last method, without which nothing could open the vault. */
export async function deleteLock(method: LockMethod): Promise<void> {
  const deleted = await onDevice(async (database) => {
    const transaction = database.transaction("locks", "readwrite", durability);
    const locks = await transaction.store.getAll();
    if (locks.every((lock) => lock.method === method)) throw new WalletError("consent_not_set_up");
    await transaction.store.delete(method);
    await transaction.done;
    return locks.find((lock) => lock.method === method);
  });
  if (deleted) retire(deleted);
}

async function storeOrRetire(lock: Lock, check: (locks: Lock[]) => void): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction("locks", "readwrite", durability);
    const locks = await transaction.store.getAll();
    try {
      check(locks);
    } catch (refusal) {
      retire(lock);
      throw refusal;
    }
    await transaction.store.put(lock);
    await transaction.done;
  });
}

/** So that the authenticator does not offer a passkey that opens nothing. */
function retire(lock: Lock): void {
  if (lock.method === "passkey") void retirePasskey(lock.credentialId);
}

/** Each lock wraps its key with an IV of its own. */
function isSame(one: Lock | undefined, other: Lock | undefined): boolean {
  if (!one || !other) return one === other;
  return one.iv.length === other.iv.length && one.iv.every((byte, at) => byte === other.iv[at]);
}
