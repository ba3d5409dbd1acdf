"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FileField } from "#components/ui/file-field.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { Translate } from "#lib/languages/translate.ts";
import { openBackup } from "#lib/wallet/backup-file.ts";
import { importBackup, type RestoredCard } from "#lib/wallet/import-backup.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { describeCard } from "./card-title.ts";
import { FailureNote } from "./failure-note.tsx";
import { VaultSection } from "./vault-section.tsx";
import { useWallet, walletKeys } from "./wallet-state.ts";

/** Restores keys from another device, and reports success only after they were tested. */
export function BackupImport() {
  const t = useTranslate();
  const { confirm } = useWallet();
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [passphrase, setPassphrase] = useState("");
  const { mutate, data, error, isPending } = useMutation({
    networkMode: "always",
    mutationFn: async (given: { text: string; passphrase: string }) => {
      // Before asking for consent, which a mistyped passphrase does not need.
      const backup = await openBackup(given);
      return await confirm(
        {
          title: t("Restore this backup?"),
          why: t("Its keys are tested first. Then your confirmation locks them in this browser."),
        },
        (consent, observe) => importBackup({ backup, consent, observe }),
      );
    },
    onSuccess: () => setPassphrase(""),
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.cards }),
  });
  const declined = error instanceof WalletError && error.reason === "consent_declined";

  async function restore(chosen: File): Promise<void> {
    mutate({ text: await chosen.text(), passphrase });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (file) void restore(file);
  }

  return (
    <VaultSection
      title={t("Restore")}
      what={t("From a backup file made on this or another device. What is already here stays.")}
    >
      <form onSubmit={submit} className="space-y-3">
        <FileField
          label={t("Backup file")}
          accept="application/json,.json"
          onChange={(event) => setFile(event.target.files?.[0])}
        />
        <PasswordField
          label={t("Passphrase of the file")}
          autoComplete="off"
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
        {declined ? null : <FailureNote error={error} />}
        <Button
          type="submit"
          look="secondary"
          icon={Upload}
          pending={isPending}
          disabled={!file || passphrase === ""}
        >
          {t("Restore")}
        </Button>
        {data ? <Restored cards={data} /> : null}
      </form>
    </VaultSection>
  );
}

function Restored({ cards }: { cards: RestoredCard[] }) {
  const t = useTranslate();
  return (
    <ul role="status" className="space-y-1 text-sm text-pretty">
      {cards.map((restored) => (
        <li key={restored.card.cardId}>{describeRestored(restored, t)}</li>
      ))}
    </ul>
  );
}

function describeRestored({ card: restored, proof }: RestoredCard, t: Translate): string {
  const card = describeCard(restored, t);
  switch (proof) {
    case "receipt":
      return t("The {card} is back. Its key opened a receipt just now.", { card });
    case "self_test":
      return t(
        "The {card} is back. There was no receipt to open; the key passed a test of its own.",
        { card },
      );
    default:
      return t(
        "The {card} was left out: the service no longer knows it, and its receipts can no longer be opened.",
        { card },
      );
  }
}
