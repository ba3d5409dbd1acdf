"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import { rememberBackup } from "#lib/wallet/backup-record.ts";
import { exportBackup } from "#lib/wallet/export-backup.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { FailureNote } from "./failure-note.tsx";
import { VaultSection } from "./vault-section.tsx";
import { useWallet } from "./wallet-state.ts";

/** All keys in one file, which nothing but its passphrase opens. */
export function BackupExport({ keys }: { keys: number }) {
  const t = useTranslate();
  const { confirm } = useWallet();
  const [passphrase, setPassphrase] = useState("");
  const { mutate, data, error, isPending } = useMutation({
    networkMode: "always",
    mutationFn: async (secret: string) => {
      // A card that is added meanwhile may not be in the file.
      const savedAt = new Date().toISOString();
      const backup = await confirm(
        {
          title: t("Save a backup?"),
          why: t("Your confirmation releases the keys into the encrypted file."),
        },
        (consent, observe) => exportBackup({ consent, observe, passphrase: secret }),
      );
      return { ...backup, savedAt };
    },
    onSuccess: ({ fileName, savedAt, text }) => {
      saveFile({ fileName, file: new Blob([text], { type: "application/json" }) });
      rememberBackup({ savedAt });
      setPassphrase("");
    },
  });
  const declined = error instanceof WalletError && error.reason === "consent_declined";

  function submit(event: FormEvent): void {
    event.preventDefault();
    mutate(passphrase);
  }

  return (
    <VaultSection
      title={t("Back up")}
      what={t(
        "A file with your keys, encrypted with a passphrase. The file is useless without the passphrase, even to you.",
      )}
    >
      <form onSubmit={submit} className="space-y-3">
        <PasswordField
          label={t("Passphrase for the file")}
          autoComplete="new-password"
          hint={t("At least 12 characters. Four random words work well.")}
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
        {declined ? null : <FailureNote error={error} />}
        <Button
          type="submit"
          look="secondary"
          icon={Download}
          pending={isPending}
          disabled={keys === 0 || passphrase === ""}
        >
          {t("Save the backup file")}
        </Button>
        {data ? (
          <p role="status" className="text-sm text-pretty">
            {t("{fileName} is in your downloads. Restore it once on another device to be sure.", {
              fileName: data.fileName,
            })}
          </p>
        ) : null}
      </form>
    </VaultSection>
  );
}
