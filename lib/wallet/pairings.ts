import { onDevice, requireVault, type StoredPairing } from "./device-store.ts";
import { WalletError } from "./wallet-error.ts";

// The pairings of this device, of which there is one at a time.

/** The one that was begun here and has not ended. */
export async function findPairing(): Promise<StoredPairing | null> {
  const [pairing] = await onDevice((database) => database.getAll("pairings"));
  return pairing ?? null;
}

/**
 * Stores a new one, or the code of one that is there, before anyone hears of it. Throws `vault_damaged` if another tab
 * has erased the vault, and `pairing_ended` if another tab was faster.
 */
export async function putPairing(pairing: StoredPairing): Promise<void> {
  await onDevice(async (database) => {
    const durability = { durability: "strict" } as const;
    const transaction = database.transaction(["pairings", "locks"], "readwrite", durability);
    requireVault(await transaction.objectStore("locks").getAll(), pairing.vaultId);
    const pairings = transaction.objectStore("pairings");
    const others = (await pairings.getAllKeys()).filter((cardId) => cardId !== pairing.cardId);
    if (others.length > 0) throw new WalletError("pairing_ended");
    await pairings.put(pairing);
    await transaction.done;
  });
}

export async function deletePairing({ cardId }: Pick<StoredPairing, "cardId">): Promise<void> {
  await onDevice((database) => database.delete("pairings", cardId));
}
