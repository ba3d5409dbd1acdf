"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { recoverFocus } from "#components/ui/recover-focus.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { NewConsent } from "#lib/wallet/observation.ts";
import { askForPersistence } from "#lib/wallet/storage-health.ts";
import { createVault } from "#lib/wallet/vault.ts";
import { ChooseLock } from "./choose-lock.tsx";
import { findStoragePlace, setupWords } from "./storage-place.ts";
import { obstacleWords, useAuthenticator } from "./use-authenticator.ts";
import { walletKeys } from "./wallet-state.ts";

/** The first step on a new device: the vault, locked with a passkey or a PIN. */
export function SetupVault() {
  const t = useTranslate();
  const client = useQueryClient();
  const create = useMutation({
    networkMode: "always",
    mutationFn: (consent: NewConsent) => createVault(consent),
    onSuccess: async () => {
      // Not awaited: some browsers ask the cardholder, who may leave the question open.
      void askForPersistence()
        .then((health) => client.setQueryData(walletKeys.storage, health))
        .catch(() => undefined);
      await client.invalidateQueries({ queryKey: walletKeys.vault });
    },
  });
  // The wallet replaces this screen, so it has to take over the focus of the button.
  useEffect(() => recoverFocus, []);
  const authenticator = useAuthenticator();
  const hint =
    authenticator.state === "barred"
      ? `${t("It needs a connection.")} ${t(obstacleWords[authenticator.why])}`
      : t("A passkey protects better, and works offline.");

  return (
    <div className="space-y-6">
      <div>
        <h1 className="text-3xl font-medium tracking-tight text-balance">
          {t("Your device keeps the key")}
        </h1>
        <p className="mt-3 text-pretty text-muted">
          {t(
            "This wallet creates a key for each card, here in your browser. Choose how you confirm each use of it. Your bank cannot use it, and neither can this service.",
          )}
        </p>
        <p className="mt-3 text-sm text-pretty text-muted">{t(setupWords[findStoragePlace()])}</p>
      </div>
      <ChooseLock
        lock={create}
        accountName={t("Receipts on this device")}
        passkeyLabel={t("Use a passkey")}
        pin={{ label: t("A PIN for this wallet"), hint, children: t("Use this PIN") }}
        className="w-full"
      />
    </div>
  );
}
