import { type Lock, onDevice, type PinLock } from "./device-store.ts";
import { type Binding, unwrapAesKey, wrapKey } from "./gcm-wrap.ts";
import type { Consent, NewConsent } from "./observation.ts";
import { askPasskey, createPasskey } from "./passkey.ts";
import { calibrateIterations, derivePasswordKey } from "./password-key.ts";
import { clearPinTries, isStrongPin, takePinTry } from "./pin.ts";
import { WalletError } from "./wallet-error.ts";

const keyUsages: KeyUsage[] = ["wrapKey", "unwrapKey"];

/**
 * Puts the vault key, which is extractable, under a key that only the new way of consent gives.
 * Nothing is stored yet. Throws `weak_pin`, `passkey_unsupported` or `consent_declined`.
 */
export async function createLock(
  { vaultId, vaultKey }: { vaultId: string; vaultKey: CryptoKey },
  consent: NewConsent,
): Promise<Lock> {
  const createdAt = new Date().toISOString();
  const binding = bindLock(vaultId, consent.method);
  if (consent.method === "passkey") {
    const { key, ...passkey } = await createPasskey(consent.accountName);
    const wrapped = await wrapKey({ key: vaultKey, under: key, binding });
    return { method: "passkey", vaultId, createdAt, ...passkey, ...wrapped };
  }
  if (!isStrongPin(consent.pin)) throw new WalletError("weak_pin");
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const iterations = await calibrateIterations();
  const key = await derivePinKey(consent.pin, { salt, iterations });
  const wrapped = await wrapKey({ key: vaultKey, under: key, binding });
  return {
    method: "pin",
    vaultId,
    createdAt,
    salt,
    iterations,
    failures: 0,
    notBefore: 0,
    ...wrapped,
  };
}

/**
 * The vault key, for whoever gives the consent that the vault was locked with. Throws
 * `consent_not_set_up`, `consent_declined`, `wrong_pin`, `pin_delayed` or `vault_damaged`.
 */
export async function openLock(
  consent: Consent,
  { extractable }: { extractable: boolean },
): Promise<{ vaultId: string; vaultKey: CryptoKey }> {
  return consent.method === "pin"
    ? await openWithPin(consent.pin, extractable)
    : await openWithPasskey(extractable);
}

async function openWithPasskey(extractable: boolean) {
  const lock = await onDevice((database) => database.get("locks", "passkey"));
  if (lock?.method !== "passkey") throw new WalletError("consent_not_set_up");
  const under = await askPasskey(lock);
  const vaultKey = await unwrap(lock, under, extractable).catch((cause: unknown) => {
    throw new WalletError("vault_damaged", { cause });
  });
  return { vaultId: lock.vaultId, vaultKey };
}

async function openWithPin(pin: string, extractable: boolean) {
  // Counted before it is tried: a tab that is closed midway has used its attempt.
  const lock = await takePinTry();
  const under = await derivePinKey(pin, lock);
  const vaultKey = await unwrap(lock, under, extractable).catch(() => {
    throw new WalletError("wrong_pin", { retryAt: lock.notBefore });
  });
  await clearPinTries();
  return { vaultId: lock.vaultId, vaultKey };
}

async function derivePinKey(
  password: string,
  { salt, iterations }: Pick<PinLock, "salt" | "iterations">,
): Promise<CryptoKey> {
  return await derivePasswordKey({ password, salt, iterations, usages: keyUsages });
}

async function unwrap(lock: Lock, under: CryptoKey, extractable: boolean): Promise<CryptoKey> {
  return await unwrapAesKey(lock, {
    under,
    binding: bindLock(lock.vaultId, lock.method),
    extractable,
  });
}

function bindLock(vaultId: string, method: Lock["method"]): Binding {
  return ["sealslip vault key", 1, vaultId, method];
}
