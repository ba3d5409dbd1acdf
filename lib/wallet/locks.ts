import type { Lock, PasskeyLock } from "./device-store.ts";
import { type Binding, unwrapAesKey, wrapKey } from "./gcm-wrap.ts";
import { findLock } from "./lock-records.ts";
import type { Consent, NewConsent, ObservedConsent, Vault } from "./observation.ts";
import { askPasskey, createPasskey, dropUnprovenPasskey } from "./passkey.ts";
import type { OpenOptions } from "./pin-lock.ts";
import { WalletError } from "./wallet-error.ts";

/**
 * Wraps the vault key, which is extractable, under a key that only the new method of consent yields. Stores
 * nothing. Throws as createPinLock does, `passkey_unsupported`, or `consent_declined`.
 */
export async function createLock(
  vault: Vault,
  { consent, observe }: ObservedConsent<NewConsent>,
): Promise<Lock> {
  if (consent.method === "pin") {
    dropUnprovenPasskey();
    const { createPinLock } = await loadPinLock();
    return await createPinLock(vault, consent.pin, { observe });
  }

  const { vaultId, vaultKey } = vault;
  const { key, ...passkey } = await createPasskey(consent.accountName);
  const wrapped = await wrapKey({ key: vaultKey, under: key, binding: bindLock(vaultId) });
  const createdAt = new Date().toISOString();
  return { method: "passkey", vaultId, createdAt, ...passkey, ...wrapped };
}

/**
 * Unlocks the vault key with the cardholder's consent. Throws `consent_not_set_up`, `consent_declined`,
 * `vault_damaged`, or as openPinLock does.
 */
export async function openLock(consent: Consent, options: OpenOptions): Promise<Vault> {
  if (consent.method === "passkey") return await openWithPasskey(options);
  const { openPinLock } = await loadPinLock();
  return await openPinLock(consent.pin, options);
}

/** Apart from the page: many wallets have no PIN. */
async function loadPinLock() {
  return await import("./pin-lock.ts");
}

async function openWithPasskey({ extractable }: OpenOptions): Promise<Vault> {
  const lock = await findLock("passkey");
  if (lock?.method !== "passkey") throw new WalletError("consent_not_set_up");
  const under = await askPasskey(lock);
  const vaultKey = await unwrap(lock, under, extractable).catch((cause: unknown) => {
    throw new WalletError("vault_damaged", { cause });
  });
  return { vaultId: lock.vaultId, vaultKey };
}

async function unwrap(lock: PasskeyLock, under: CryptoKey, extractable: boolean) {
  return await unwrapAesKey(lock, { under, binding: bindLock(lock.vaultId), extractable });
}

function bindLock(vaultId: string): Binding {
  return ["sealslip vault key", 1, vaultId, "passkey"];
}
