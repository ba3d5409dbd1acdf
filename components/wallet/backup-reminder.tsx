"use client";

import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Button, ButtonLink } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { findUnsaved, readBackupRecord, rememberBackup } from "#lib/wallet/backup-record.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { walletLink } from "./wallet-link.ts";

/** While a card's key exists nowhere else, until a backup is saved or the reminder put off. */
export function BackupReminder({ cards }: { cards: readonly StoredCard[] }) {
  const t = useTranslate();
  const [record, setRecord] = useState(readBackupRecord);
  if (findUnsaved(cards, record).length === 0) return null;

  function dismiss(): void {
    rememberBackup({ dismissedAt: new Date().toISOString() });
    setRecord(readBackupRecord());
  }

  return (
    <section
      aria-label={t("Backup")}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border border-dashed border-line bg-copy px-4 py-3"
    >
      <p className="flex min-w-0 flex-[1_1_16rem] items-start gap-2.5 text-sm text-pretty">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
        {record.savedAt === undefined
          ? t(
              "Your keys exist on this device only. Without them, nobody can open your receipts, so save a backup.",
            )
          : t(
              "A key was added since your last backup. Save a new one, so that its receipts stay readable.",
            )}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="ghost" size="small" onClick={dismiss}>
          {t("Not now")}
        </Button>
        <ButtonLink {...walletLink("/wallet/vault")} look="secondary" size="small">
          {t("Back up")}
        </ButtonLink>
      </div>
    </section>
  );
}
