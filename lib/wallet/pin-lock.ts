import { type Bytes, encodeUtf8, wipe } from "#lib/crypto/bytes.ts";
import { onDevice, type PinLock } from "./device-store.ts";
import { type Binding, unwrapAesKey, wrapKey } from "./gcm-wrap.ts";
import type { Observe, Vault } from "./observation.ts";
import { calibrateIterations, derivePasswordKey, stretchPin } from "./password-key.ts";
import { clearPinTries, isStrongPin, notePinTries, takePinTry } from "./pin.ts";
import { askShare, confirmShare, createShare } from "./pin-share.ts";
import { WalletError } from "./wallet-error.ts";

const keyUsages: KeyUsage[] = ["wrapKey", "unwrapKey"];

export type OpenOptions = { extractable: boolean; observe?: Observe | undefined };

/**
 * Puts the vault key, which is extractable, under a key that takes the PIN, this device's salt, and the
 * service's share. Nothing is stored yet. Throws `weak_pin`, or as createShare.
 */
export async function createPinLock(
  { vaultId, vaultKey }: Vault,
  pin: string,
  { iterations, observe }: { iterations?: number; observe?: Observe | undefined },
): Promise<PinLock> {
  if (!isStrongPin(pin)) throw new WalletError("weak_pin");
  const salt = crypto.getRandomValues(new Uint8Array(32));
  const stretching = { salt, iterations: iterations ?? (await calibrateIterations()) };
  const input = await stretchPin(pin, stretching);
  const { pinId, output } = await createShare(input, { observe });
  const { under, proof } = await deriveKeys(output, { salt, vaultId });
  await confirmShare(pinId, proof, { observe });
  wipe(input);
  return {
    method: "pin",
    vaultId,
    createdAt: new Date().toISOString(),
    ...stretching,
    pinId,
    failures: 0,
    notBefore: 0,
    ...(await wrapKey({ key: vaultKey, under, binding: bindLock(vaultId) })),
  };
}

/** Throws `wrong_pin`, `consent_not_set_up`, or as askShare. */
export async function openPinLock(pin: string, options: OpenOptions): Promise<Vault> {
  const lock = await onDevice((database) => database.get("locks", "pin"));
  if (lock?.method !== "pin") throw new WalletError("consent_not_set_up");
  const { pinId } = lock;
  return pinId === undefined
    ? await openOldLock(pin, options)
    : await openWithShare({ ...lock, pinId }, pin, options);
}

async function openWithShare(
  lock: PinLock & { pinId: string },
  pin: string,
  { extractable, observe }: OpenOptions,
): Promise<Vault> {
  const { pinId, vaultId } = lock;
  const input = await stretchPin(pin, lock);
  const { output, tries, waitSeconds } = await askShare(pinId, input, { observe }).catch(noteWait);
  wipe(input);
  const { under, proof } = await deriveKeys(output, lock);
  const vaultKey = await unwrap(lock, under, extractable).catch(async () => {
    const retryAt = Date.now() + waitSeconds * 1000;
    await notePinTries({ failures: tries, notBefore: waitSeconds > 0 ? retryAt : 0 });
    throw new WalletError("wrong_pin", { retryAt });
  });
  // The vault is open, whether the service hears of it or not; the next right PIN tells it again.
  await confirmShare(pinId, proof, { observe }).catch(() => undefined);
  await clearPinTries();
  return { vaultId, vaultKey };

  async function noteWait(error: unknown): Promise<never> {
    if (error instanceof WalletError && error.reason === "pin_delayed") {
      await notePinTries({ failures: lock.failures, notBefore: error.retryAt ?? 0 });
    }
    throw error;
  }
}

/** Of a time when the browser's files were all that it took; it gets a share as soon as it is open. */
async function openOldLock(pin: string, { extractable }: OpenOptions): Promise<Vault> {
  // Counted before it is tried: a tab that is closed midway has used its attempt.
  const lock = await takePinTry();
  const { salt, iterations, vaultId } = lock;
  const under = await derivePasswordKey({ password: pin, salt, iterations, usages: keyUsages });
  const vaultKey = await unwrap(lock, under, extractable).catch(() => {
    throw new WalletError("wrong_pin", { retryAt: lock.notBefore });
  });
  await clearPinTries();
  await giveShare(lock, { pin, under });
  return { vaultId, vaultKey };
}

/** Without a connection the lock stays as it is until the next time. */
async function giveShare(
  lock: PinLock,
  { pin, under }: { pin: string; under: CryptoKey },
): Promise<void> {
  const vaultKey = await unwrap(lock, under, true);
  const fresh = await createPinLock({ ...lock, vaultKey }, pin, lock).catch((error: unknown) => {
    if (!(error instanceof WalletError)) throw error;
    return undefined;
  });
  if (!fresh) return;
  await onDevice(async (database) => {
    const transaction = database.transaction("locks", "readwrite", { durability: "strict" });
    const stored = await transaction.store.get("pin");
    // Another tab may have moved it, or set another PIN.
    const isSame = stored?.method === "pin" && stored.createdAt === lock.createdAt;
    if (isSame && stored.pinId === undefined) await transaction.store.put(fresh);
    await transaction.done;
  });
}

/** `proof` says that the PIN was right, and nothing of `under`. */
async function deriveKeys(
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
