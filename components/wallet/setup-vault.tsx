"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Fingerprint } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { askForPersistence } from "#lib/wallet/device-store.ts";
import type { NewConsent } from "#lib/wallet/observation.ts";
import { allowsPasskeys } from "#lib/wallet/passkey.ts";
import { createVault } from "#lib/wallet/vault.ts";
import { FailureNote } from "./failure-note.tsx";
import { NewPin } from "./new-pin.tsx";
import { walletKeys } from "./wallet-state.ts";

/** The first step on a new device: the vault, locked with a passkey or a PIN. */
export function SetupVault() {
  const client = useQueryClient();
  const { mutate, error, isPending, variables } = useMutation({
    networkMode: "always",
    mutationFn: async (consent: NewConsent) => {
      await createVault(consent);
      await askForPersistence();
    },
    onSuccess: () => client.invalidateQueries({ queryKey: walletKeys.vault }),
  });
  const canUsePasskey = allowsPasskeys(window.location.hostname);

  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-3xl font-medium tracking-tight text-balance">
          Your device keeps the key
        </h1>
        <p className="mt-3 text-pretty text-muted">
          This wallet creates a key for each card, here in your browser. Choose how you confirm each
          use of it. Nobody else can use it: not your bank, and not this service.
        </p>
      </div>
      <FailureNote error={error} />
      {canUsePasskey ? (
        <>
          <Button
            icon={Fingerprint}
            pending={isPending && variables.method === "passkey"}
            onClick={() => mutate({ method: "passkey", accountName: "Receipts on this device" })}
            className="w-full"
          >
            Use a passkey: fingerprint or face
          </Button>
          <p className="flex items-center gap-4 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
            or
          </p>
        </>
      ) : null}
      <NewPin
        label="A PIN for this wallet"
        hint={
          canUsePasskey
            ? "6 to 12 digits. A passkey protects better and works offline, which a PIN does not."
            : "6 to 12 digits. Passkeys do not work at this address. A PIN needs a connection."
        }
        isPending={isPending && variables.method === "pin"}
        onChoose={(pin) => mutate({ method: "pin", pin })}
        look="secondary"
        className="w-full"
      >
        Use this PIN
      </NewPin>
    </div>
  );
}
