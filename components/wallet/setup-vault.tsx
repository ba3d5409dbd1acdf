"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { recoverFocus } from "#components/ui/recover-focus.ts";
import { askForPersistence } from "#lib/wallet/device-store.ts";
import type { NewConsent } from "#lib/wallet/observation.ts";
import { canUsePasskeys } from "#lib/wallet/passkey.ts";
import { createVault } from "#lib/wallet/vault.ts";
import { ChooseLock } from "./choose-lock.tsx";
import { walletKeys } from "./wallet-state.ts";

/** The first step on a new device: the vault, locked with a passkey or a PIN. */
export function SetupVault() {
  const client = useQueryClient();
  const create = useMutation({
    networkMode: "always",
    mutationFn: async (consent: NewConsent) => {
      await createVault(consent);
      await askForPersistence();
    },
    onSuccess: () => client.invalidateQueries({ queryKey: walletKeys.vault }),
  });
  // The wallet replaces this screen, so it has to take over the focus of the button.
  useEffect(() => recoverFocus, []);
  const hint = canUsePasskeys(window.location.hostname)
    ? "A passkey protects better, and works offline."
    : "It needs a connection; passkeys do not work at this address.";

  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-3xl font-medium tracking-tight text-balance">
          Your device keeps the key
        </h1>
        <p className="mt-3 text-pretty text-muted">
          This wallet creates a key for each card, here in your browser. Choose how you confirm each
          use of it. Your bank cannot use it, and neither can this service.
        </p>
      </div>
      <ChooseLock
        lock={create}
        accountName="Receipts on this device"
        passkeyLabel="Use a passkey"
        pin={{ label: "A PIN for this wallet", hint, children: "Use this PIN" }}
        className="w-full"
      />
    </div>
  );
}
