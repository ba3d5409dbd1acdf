"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { listCards } from "#lib/wallet/cards.ts";
import { describeFailure } from "#lib/wallet/describe-failure.ts";
import { stopPush } from "#lib/wallet/push.ts";
import { eraseDevice } from "#lib/wallet/vault.ts";
import { VaultSection } from "./vault-section.tsx";

/** The end of the wallet on this device. */
export function EraseDevice() {
  const t = useTranslate();
  const [isAsking, setAsking] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    networkMode: "always",
    mutationFn: async () => {
      await stopPush(await listCards()).catch(() => undefined);
      await eraseDevice();
    },
    // A new document, so that nothing that was opened stays in memory.
    onSuccess: () => window.location.assign("/wallet"),
  });
  return (
    <VaultSection
      title={t("Erase this device")}
      what={t(
        "Deletes all keys, cards, and kept receipts from this browser. The service keeps its sealed copies.",
      )}
    >
      <Button look="danger" onClick={() => setAsking(true)}>
        {t("Erase everything")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => {
          reset();
          setAsking(open);
        }}
        title={t("Erase the wallet on this device?")}
        confirmLabel={t("Erase everything")}
        onConfirm={() => mutate()}
        pending={isPending}
        error={error ? describeFailure("storage_failed", t).title : undefined}
      >
        <p>
          {t(
            "Its keys, cards, and kept receipts are deleted from this browser. Only a backup file brings the keys back; without one, the receipts of these cards can never be opened again.",
          )}
        </p>
      </ConfirmDialog>
    </VaultSection>
  );
}
