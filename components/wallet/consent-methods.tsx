"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";
import type { LockMethod } from "#lib/wallet/device-store.ts";
import type { NewConsent } from "#lib/wallet/observation.ts";
import { addConsent } from "#lib/wallet/vault.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { FailureNote } from "./failure-note.tsx";
import { NewPin } from "./new-pin.tsx";
import { obstacleWords, useAuthenticator } from "./use-authenticator.ts";
import { useVault } from "./use-vault.ts";
import { VaultSection } from "./vault-section.tsx";
import { useWallet, walletKeys } from "./wallet-state.ts";

/** The methods of consent: which are set up, and how to add the other one. */
export function ConsentMethods() {
  const t = useTranslate();
  const { data: vault } = useVault();
  const { mutate, error, isPending } = useAddConsent();
  const authenticator = useAuthenticator();
  const canUsePasskey = authenticator.state !== "barred";
  const offered: LockMethod[] =
    authenticator.state === "none" ? ["pin", "passkey"] : ["passkey", "pin"];
  const methods = vault?.state === "ready" ? vault.methods : [];
  const declined = error instanceof WalletError && error.reason === "consent_declined";

  return (
    <VaultSection
      title={t("How you confirm")}
      what={
        authenticator.state === "barred"
          ? `${t("The keys are locked until you confirm.")} ${t(obstacleWords[authenticator.why])}`
          : t(
              "The keys are locked until you confirm. With two methods, losing one does not lock you out.",
            )
      }
    >
      <ul className="divide-y divide-line border border-line bg-slip px-4">
        {offered
          .filter((method) => method === "pin" || canUsePasskey)
          .map((method) => (
            <Method key={method} name={t(names[method])} ready={methods.includes(method)} />
          ))}
      </ul>
      {declined ? null : <FailureNote error={error} />}
      {methods.includes("passkey") || !canUsePasskey ? null : (
        <div className="space-y-2">
          <Button
            look="secondary"
            pending={isPending}
            onClick={() => mutate({ method: "passkey", accountName: t("Receipts on this device") })}
          >
            {t("Add a passkey")}
          </Button>
          {authenticator.state === "none" ? (
            <p className="text-sm text-pretty text-muted">
              {t("This device cannot hold one itself: a security key or another device would.")}
            </p>
          ) : null}
        </div>
      )}
      <details className="text-sm">
        <summary className="cursor-pointer py-2 font-medium text-pine hover:text-pine-deep">
          {methods.includes("pin") ? t("Change the PIN") : t("Add a PIN")}
        </summary>
        <div className="mt-2">
          <NewPin
            label={t("New PIN")}
            hint={t("Confirming with it needs a connection.")}
            isPending={isPending}
            onChoose={(pin, done) => mutate({ method: "pin", pin }, { onSuccess: done })}
            look="secondary"
          >
            {t("Set this PIN")}
          </NewPin>
        </div>
      </details>
    </VaultSection>
  );
}

function Method({ name, ready }: { name: string; ready: boolean }) {
  const t = useTranslate();
  return (
    <li className="flex min-h-12 items-center justify-between gap-4">
      {name}
      <span className={`flex items-center gap-1.5 text-sm ${ready ? "text-pine" : "text-muted"}`}>
        {ready ? <Check aria-hidden="true" className="size-4" /> : null}
        {ready ? t("Set up") : t("Not set up")}
      </span>
    </li>
  );
}

function useAddConsent() {
  const t = useTranslate();
  const { confirm } = useWallet();
  const client = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: (added: NewConsent) =>
      confirm(
        {
          title: t(titles[added.method]),
          why: t("Confirm with the method that is already set up."),
        },
        (consent, observe) => addConsent({ consent, observe, added }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: walletKeys.vault }),
  });
}

const names: Record<LockMethod, PlainSentence> = { passkey: "Passkey", pin: "PIN" };

const titles: Record<LockMethod, PlainSentence> = {
  passkey: "Add a passkey?",
  pin: "Set this PIN?",
};
