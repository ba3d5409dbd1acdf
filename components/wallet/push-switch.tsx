"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CheckboxField } from "#components/ui/checkbox-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { canReceivePush, readPushState, startPush, stopPush } from "#lib/wallet/push.ts";
import { FailureNote } from "./failure-note.tsx";
import { VaultSection } from "./vault-section.tsx";
import { walletKeys } from "./wallet-state.ts";

/** Turns notifications about new receipts on and off. Renders nothing if the browser has none. */
export function PushSwitch({ cards }: { cards: StoredCard[] }) {
  const t = useTranslate();
  const client = useQueryClient();
  const { data: state, isPending } = useQuery({
    queryKey: walletKeys.push,
    queryFn: readPushState,
    retry: false,
    networkMode: "always",
  });
  const change = useMutation({
    networkMode: "always",
    mutationFn: (isOn: boolean) => (isOn ? startPush(cards) : stopPush(cards)),
    onSuccess: (now) => client.setQueryData(walletKeys.push, now),
  });
  // While the service is asked, the switch is there already, so that nothing below it moves later.
  const isShown = isPending ? canReceivePush() : state !== undefined && state !== "unsupported";
  if (!isShown) return null;
  return (
    <VaultSection
      title={t("Notifications")}
      what={t(
        "This browser can show “A new receipt arrived”, also while the wallet is closed. The message names no shop and no amount.",
      )}
    >
      {state === "denied" ? (
        <p className="text-sm text-pretty">
          {t(
            "Your browser blocks notifications of this site. Allow them in the site’s settings, beside its address, then reload.",
          )}
        </p>
      ) : (
        <CheckboxField
          role="switch"
          label={t("Tell me about new receipts")}
          checked={change.isPending ? change.variables : state === "on"}
          disabled={isPending || change.isPending}
          onChange={({ target }) => change.mutate(target.checked)}
        />
      )}
      <FailureNote error={change.error} />
    </VaultSection>
  );
}
