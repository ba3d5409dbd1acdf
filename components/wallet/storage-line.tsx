"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";
import { askForPersistence, type StorageHealth } from "#lib/wallet/storage-health.ts";
import { findStoragePlace, refusalWords, riskWords } from "./storage-place.ts";
import { useStorageHealth } from "./use-storage-health.ts";
import { VaultSection } from "./vault-section.tsx";
import { walletKeys } from "./wallet-state.ts";

/** Whether the browser guarantees to keep the keys, and a button to request it. */
export function StorageLine() {
  const t = useTranslate();
  const client = useQueryClient();
  const { data: health } = useStorageHealth();
  const ask = useMutation({
    networkMode: "always",
    mutationFn: askForPersistence,
    onSuccess: (answer) => client.setQueryData(walletKeys.storage, answer),
  });
  const state = health?.state ?? "unknown";
  const place = findStoragePlace();
  return (
    <VaultSection
      title={t("This browser’s storage")}
      what={t(state === "at_risk" ? riskWords[place] : words[state])}
    >
      {state === "at_risk" ? (
        <div className="space-y-2">
          <Button look="secondary" pending={ask.isPending} onClick={() => ask.mutate()}>
            {t("Ask the browser to keep it")}
          </Button>
          {ask.data?.state === "at_risk" ? (
            <p role="status" className="text-sm text-pretty text-muted">
              {t(refusalWords[place])}
            </p>
          ) : null}
        </div>
      ) : null}
    </VaultSection>
  );
}

const words: Record<Exclude<StorageHealth["state"], "at_risk">, PlainSentence> = {
  kept: "Kept: the browser does not delete it on its own.",
  unknown: "This browser does not say whether it keeps what it stores. A backup helps.",
};
