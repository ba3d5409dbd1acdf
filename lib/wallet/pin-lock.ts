import { type Bytes, encodeUtf8, wipe } from "#lib/crypto/bytes.ts";
import type { PinLock } from "./device-store.ts";
import { type Binding, unwrapAesKey, type WrappedKey, wrapKey } from "./gcm-wrap.ts";
import { findLock, putLock } from "./lock-records.ts";
import type { Observe, Vault } from "./observation.ts";
import { calibrateIterations, stretchPin } from "./password-key.ts";
import { isStrongPin } from "./pin.ts";
import { askShare, confirmShare, createShare } from "./pin-share.ts";
import { WalletError } from "./wallet-error.ts";

const keyUsages: KeyUsage[] = ["wrapKey", "unwrapKey"];

export type OpenOptions = { extractable: boolean; observe?: Observe | undefined };

/**
 * Wraps the vault key, which is extractable, under a key that takes the PIN, this device's salt, and the service's
 * share. Stores nothing. Throws `weak_pin`, or as createShare does.
 */
export async function createPinLock(
  { vaultId, vaultKey }: Vault,
  pin: string,
  { observe }: { observe?: Observe | undefined },
): Promise<PinLock> {
  if (!isStrongPin(pin)) throw new WalletError("weak_pin");
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const stretching = { salt, iterations: await calibrateIterations() };
  const input = await stretchPin(pin, stretching);
  const createdAt = new Date().toISOString();
  const lock = { method: "pin", vaultId, createdAt, ...stretching } as const;
  try {
    return await wrapWithShare(lock, { vaultKey, input, observe });
  } finally {
    wipe(input);
  }
}

/** Throws `wrong_pin`, `consent_not_set_up`, or as askShare does. */
export async function openPinLock(
  pin: string,
  { extractable, observe }: OpenOptions,
): Promise<Vault> {
  const lock = await findLock("pin");
  if (lock?.method !== "pin") throw new WalletError("consent_not_set_up");
  const input = await stretchPin(pin, lock);
  try {
    const vaultKey = await openWithShare(lock, { input, extractable, observe });
    return { vaultId: lock.vaultId, vaultKey };
  } finally {
    wipe(input);
  }
}

async function openWithShare(
  lock: PinLock,
  { input, extractable, observe }: OpenOptions & { input: Bytes },
): Promise<CryptoKey> {
  const { pinId } = lock;
  const { output, tries, waitSeconds } = await askShare(pinId, input, { observe });
  const { under, proof } = await derivePinKeys(output, lock);
  const vaultKey = await unwrap(lock, under, extractable).catch(() => {
    throw new WalletError("wrong_pin", { retryAt: Date.now() + waitSeconds * 1000 });
  });
  // The vault is open even if this call fails; the next unlock repeats it.
  await confirmShare(pinId, proof, { observe }).catch(() => undefined);
  if (tries > 1) await renewShare(lock, { under, input, observe }).catch(() => undefined);
  return vaultKey;
}

/**
 * Moves the lock to a new share after wrong tries. Those of the old one stay counted, for files that were copied
 * before, and the owner's typos do not add up. The lock that is stored opens at each point; the next unlock tries
 * again.
 */
async function renewShare(
  lock: PinLock,
  { under, input, observe }: { under: CryptoKey; input: Bytes; observe?: Observe | undefined },
): Promise<void> {
  const vaultKey = await unwrap(lock, under, true);
  await putLock(await wrapWithShare(lock, { vaultKey, input, observe }), lock);
}

/** `input` is the stretched PIN, under the same salt. */
async function wrapWithShare(
  lock: Omit<PinLock, "pinId" | keyof WrappedKey>,
  {
    vaultKey,
    input,
    observe,
  }: { vaultKey: CryptoKey; input: Bytes; observe?: Observe | undefined },
): Promise<PinLock> {
  const { pinId, output } = await createShare(input, { observe });
  const { under, proof } = await derivePinKeys(output, lock);
  await confirmShare(pinId, proof, { observe });
  const binding = bindLock(lock.vaultId);
  return { ...lock, pinId, ...(await wrapKey({ key: vaultKey, under, binding })) };
}

/** `proof` shows that the PIN was right and reveals nothing about `under`. */
export async function derivePinKeys(
  output: Bytes,
  { salt, vaultId }: { salt: Bytes; vaultId: string },
): Promise<{ under: CryptoKey; proof: Bytes }> {
  const base = await crypto.subtle.importKey("raw", output, "HKDF", false, [
    "deriveKey",
    "deriveBits",
  ]);
  wipe(output);
  const hkdf = (purpose: string) => {
    const info = encodeUtf8(`sealslip wallet: PIN ${purpose}, version 2, ${vaultId}`);
    return { name: "HKDF", hash: "SHA-256", salt, info };
  };
  const aes = { name: "AES-GCM", length: 256 };
  const [under, proof] = await Promise.all([
    crypto.subtle.deriveKey(hkdf("lock"), base, aes, false, keyUsages),
    crypto.subtle.deriveBits(hkdf("proof"), base, 256),
  ]);
  return { under, proof: new Uint8Array(proof) };
}

async function unwrap(lock: PinLock, under: CryptoKey, extractable: boolean): Promise<CryptoKey> {
  return await unwrapAesKey(lock, { under, binding: bindLock(lock.vaultId), extractable });
}

function bindLock(vaultId: string): Binding {
  return ["sealslip vault key", 1, vaultId, "pin"];
}
