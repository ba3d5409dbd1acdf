"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { askForPersistence, type StorageHealth } from "#lib/wallet/device-store.ts";
import { useStorageHealth } from "./use-storage-health.ts";
import { VaultSection } from "./vault-section.tsx";
import { walletKeys } from "./wallet-state.ts";

/** Whether the browser guarantees to keep the keys, and a button to request it. */
export function StorageLine() {
  const client = useQueryClient();
  const { data: health } = useStorageHealth();
  const ask = useMutation({
    networkMode: "always",
    mutationFn: askForPersistence,
    onSuccess: (answer) => client.setQueryData(walletKeys.storage, answer),
  });
  const state = health?.state ?? "unknown";
  return (
    <VaultSection title="This browser’s storage" what={words[state]}>
      {state === "at_risk" ? (
        <div className="space-y-2">
          <Button look="secondary" pending={ask.isPending} onClick={() => ask.mutate()}>
            Ask the browser to keep it
          </Button>
          {ask.data?.state === "at_risk" ? (
            <p role="status" className="text-sm text-pretty text-muted">
              The browser said no. It often says yes once this page is installed or used more. Keep
              a backup until then.
            </p>
          ) : null}
        </div>
      ) : null}
    </VaultSection>
  );
}

const words: Record<StorageHealth["state"], string> = {
  kept: "Kept: the browser does not delete it on its own.",
  at_risk: "At risk: the browser may delete it when space runs low. A backup helps.",
  unknown: "This browser does not say whether it keeps what it stores. A backup helps.",
};
