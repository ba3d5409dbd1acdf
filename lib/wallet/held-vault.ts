import { wipe } from "#lib/crypto/bytes.ts";
import type { HeldConsent, HeldVault, NewConsent, ObservedConsent, Vault } from "./observation.ts";
import { whenHiddenFor } from "./unlocked-key.ts";
import { createOpenVault, withVaultKey } from "./vault.ts";
import { WalletError } from "./wallet-error.ts";

// Lets steps that follow each other immediately share one consent.

/** Creates the vault and holds it open. Throws as createVault does. */
export async function createHeldVault({
  consent,
  observe,
}: ObservedConsent<NewConsent>): Promise<HeldConsent> {
  const { vaultId, vaultKey } = await createOpenVault({ consent, observe });
  const bytes = new Uint8Array(await crypto.subtle.exportKey("raw", vaultKey));
  const usages: KeyUsage[] = ["wrapKey", "unwrapKey"];
  const held = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, usages);
  wipe(bytes);
  return { method: consent.method, vault: hold({ vaultId, vaultKey: held }) };
}

/** Opens the vault and holds it open. Throws as openLock does. */
export async function openHeldVault({ consent, observe }: ObservedConsent): Promise<HeldConsent> {
  return await withVaultKey({ consent, observe }, async (vault) => ({
    method: consent.method,
    vault: hold(vault),
  }));
}

const HIDDEN_MS = 60_000;

function hold(vault: Vault): HeldVault {
  const held: { vault: Vault | undefined } = { vault };
  const stopWaiting = whenHiddenFor(HIDDEN_MS, () => {
    held.vault = undefined;
  });
  return {
    get() {
      if (held.vault) return held.vault;
      throw new WalletError("key_forgotten");
    },
    forget() {
      stopWaiting();
      held.vault = undefined;
    },
  };
}
