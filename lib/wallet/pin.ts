import { onDevice, type PinLock } from "./device-store.ts";
import { WalletError } from "./wallet-error.ts";

const seconds = 1000;
const minutes = 60 * seconds;

// After so many wrong PINs in a row: the third begins to cost.
const delays = [
  0,
  0,
  0,
  5 * seconds,
  15 * seconds,
  30 * seconds,
  minutes,
  5 * minutes,
  15 * minutes,
];
const maxDelay = 60 * minutes;

/** Whether a PIN may protect a vault: 6 to 12 digits, not all the same, not in a row. */
export function isStrongPin(pin: string): boolean {
  if (!/^[0-9]{6,12}$/.test(pin)) return false;
  const steps = [...pin].slice(1).map((digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10);
  return !steps.every((step) => step === steps[0] && (step === 0 || step === 1 || step === 9));
}

/** Milliseconds to wait after that many wrong attempts in a row, in a vault whose PIN has no share yet. */
export function delayAfter(failures: number): number {
  return delays[failures] ?? maxDelay;
}

// Written through to the disk before the PIN is tried: a crash must not give the try back.
const durability = { durability: "strict" } as const;

/** Counts one try, in one transaction for all tabs. Throws `pin_delayed` or `consent_not_set_up`. */
export async function takePinTry(): Promise<PinLock> {
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
export async function clearPinTries(): Promise<void> {
  await notePinTries({ failures: 0, notBefore: 0 });
}

/** What the screen shows of the wait. */
export async function notePinTries(
  counted: Pick<PinLock, "failures" | "notBefore">,
): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction("locks", "readwrite", durability);
    const lock = await transaction.store.get("pin");
    if (lock?.method === "pin") await transaction.store.put({ ...lock, ...counted });
    await transaction.done;
  });
}
