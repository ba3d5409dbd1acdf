"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { Translate } from "#lib/languages/translate.ts";
import { describeFailure } from "#lib/wallet/describe-failure.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { FailureNote } from "./failure-note.tsx";
import { useKept, useStartKeeping, useStopKeeping } from "./use-kept.ts";
import { useReceipts } from "./use-receipts.ts";
import { VaultSection } from "./vault-section.tsx";

/** Whether opened receipts stay on this device, and the end of all that are here. */
export function KeepReceipts({ cards }: { cards: StoredCard[] }) {
  const t = useTranslate();
  const { isOn, ids } = useKept();
  const { receipts } = useReceipts(cards);
  const start = useStartKeeping(receipts);
  const stop = useStopKeeping();
  const [isAsking, setAsking] = useState(false);
  const declined = start.error instanceof WalletError && start.error.reason === "consent_declined";
  return (
    <VaultSection
      title={t("Opened receipts")}
      what={
        isOn
          ? t(
              "What you open is kept in this browser, encrypted, with your notes. A passkey opens it offline, too; a PIN needs a connection. A backup does not hold it.",
            )
          : t(
              "What you open is forgotten when you reload. You can keep it in this browser instead: encrypted, readable offline with a passkey, and not part of a backup.",
            )
      }
    >
      {isOn ? (
        <>
          <p role="status" className="text-sm">
            {sayCount(ids.size, t)}
          </p>
          <Button look="secondary" onClick={() => setAsking(true)}>
            {t("Delete them and stop keeping")}
          </Button>
        </>
      ) : (
        <Button look="secondary" pending={start.isPending} onClick={() => start.mutate()}>
          {t("Keep opened receipts on this device")}
        </Button>
      )}
      {declined ? null : <FailureNote error={start.error} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => {
          stop.reset();
          setAsking(open);
        }}
        title={t("Delete the kept receipts?")}
        confirmLabel={t("Delete them")}
        onConfirm={() => stop.mutate(undefined, { onSuccess: () => setAsking(false) })}
        pending={stop.isPending}
        error={stop.error ? describeFailure("storage_failed", t).title : undefined}
      >
        <p>
          {t(
            "They are deleted from this browser only, with your tags, notes, and warranty dates. As long as its key is here, each receipt can be opened again from the service.",
          )}
        </p>
      </ConfirmDialog>
    </VaultSection>
  );
}

function sayCount(count: number, t: Translate): string {
  if (count === 0) return t("On. No receipt has been kept yet.");
  return t.count(count, "On. 1 receipt is kept.", "On. {count} receipts are kept.");
}
