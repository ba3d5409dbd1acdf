import { type ArchiveKey, onDevice, requireVault } from "./device-store.ts";
import { type Binding, unwrapAesKey, wrapKey } from "./gcm-wrap.ts";
import type { Vault } from "./observation.ts";
import { WalletError } from "./wallet-error.ts";

/** An archive key, not extractable. */
export type Archive = { archiveId: string; key: CryptoKey };

/**
 * In memory from the first consent until the page is closed, as are the receipts that it opens: a note to a receipt that
 * lies open takes no consent of its own.
 */
const memory: { archive?: Archive } = {};

/** The archive key, once a consent on this page has unlocked it. */
export function findArchive(): Archive | undefined {
  return memory.archive;
}

/** Unlocks the archive key; undefined if receipts are not kept. Throws `vault_damaged`. */
export async function unlockArchive(vaultKey: CryptoKey): Promise<Archive | undefined> {
  const stored = await readArchiveKey();
  if (!stored) return undefined;
  const { archiveId } = stored;
  try {
    const key = await unwrapAesKey(stored, {
      under: vaultKey,
      binding: bindArchive(archiveId),
      extractable: false,
      usages: ["encrypt", "decrypt"],
    });
    memory.archive = { archiveId, key };
    return memory.archive;
  } catch (cause) {
    throw new WalletError("vault_damaged", { cause });
  }
}

/** As unlockArchive, and turns keeping on if it is off. */
export async function startArchive(vault: Vault): Promise<Archive | undefined> {
  if (!(await readArchiveKey())) await addArchiveKey(vault);
  return await unlockArchive(vault.vaultKey);
}

async function readArchiveKey(): Promise<ArchiveKey | undefined> {
  const [stored] = await onDevice((database) => database.getAll("archive"));
  return stored;
}

async function addArchiveKey({ vaultId, vaultKey }: Vault): Promise<void> {
  const archiveId = crypto.randomUUID();
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, [
    "encrypt",
    "decrypt",
  ]);
  const wrapped = await wrapKey({ key, under: vaultKey, binding: bindArchive(archiveId) });
  await onDevice(async (database) => {
    const transaction = database.transaction(["archive", "locks"], "readwrite", {
      durability: "strict",
    });
    requireVault(await transaction.objectStore("locks").getAll(), vaultId);
    const archive = transaction.objectStore("archive");
    // Another tab may have been faster.
    if ((await archive.count()) === 0) await archive.add({ archiveId, ...wrapped });
    await transaction.done;
  });
}

function bindArchive(archiveId: string): Binding {
  return ["sealslip archive key", 1, archiveId];
}
