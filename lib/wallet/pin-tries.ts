import { onDevice, type PinLock } from "./device-store.ts";
import { delayAfter } from "./pin.ts";
import { WalletError } from "./wallet-error.ts";

// Written through to the disk before the PIN is tried: a crash must not give the try back.
const durability = { durability: "strict" } as const;

/** Counts one try, in one transaction for all tabs. Throws `pin_delayed` or `consent_not_set_up`. */
export async function takeTry(): Promise<PinLock> {
  return await onDevice(async (database) => {
    const transaction = database.transaction("locks", "readwrite", durability);
    const lock = await transaction.store.get("pin");
    if (lock?.method !== "pin") throw new WalletError("consent_not_set_up");

    const now = Date.now();
    // A clock that was set back must not lengthen the wait.
    const wait = Math.min(lock.notBefore - now, delayAfter(lock.failures));
    if (wait > 0) throw new WalletError("pin_delayed", { retryAt: now + wait });

    const failures = lock.failures + 1;
    const counted = { ...lock, failures, notBefore: now + delayAfter(failures) };
    await transaction.store.put(counted);
    await transaction.done;
    return counted;
  });
}

/** After the right PIN. */
export async function clearTries(): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction("locks", "readwrite", durability);
    const lock = await transaction.store.get("pin");
    if (lock?.method === "pin") await transaction.store.put({ ...lock, failures: 0, notBefore: 0 });
    await transaction.done;
  });
}
