"use client";

import { ShortcutField } from "#components/ui/shortcut-field.tsx";
import { SkeletonRows } from "#components/ui/states.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import { BackupExport } from "./backup-export.tsx";
import { BackupImport } from "./backup-import.tsx";
import { ConsentMethods } from "./consent-methods.tsx";
import { EraseDevice } from "./erase-device.tsx";
import { KeepReceipts } from "./keep-receipts.tsx";
import { LanguageChoice } from "./language-choice.tsx";
import { LostPhone } from "./new-phone.tsx";
import { PushSwitch } from "./push-switch.tsx";
import { StorageLine } from "./storage-line.tsx";
import { useAuthenticator } from "./use-authenticator.ts";
import { useKept } from "./use-kept.ts";
import { useStorageHealth } from "./use-storage-health.ts";
import { VaultSection } from "./vault-section.tsx";
import { WalletGate } from "./wallet-gate.tsx";

export function VaultScreen() {
  const t = useTranslate();
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-6">
          <h1 className="text-3xl font-medium tracking-tight">{t("Security")}</h1>
          <Vault cards={cards} />
        </div>
      )}
    </WalletGate>
  );
}

function Vault({ cards }: { cards: StoredCard[] }) {
  const t = useTranslate();
  // All of them are read first, so that no section changes its height and moves those below.
  const isReading = [
    useAuthenticator().state === "unknown",
    useKept().isPending,
    useStorageHealth().isPending,
  ].includes(true);
  if (isReading) return <SkeletonRows label={t("Opening the wallet")} rows={4} bare />;
  return (
    <>
      <ConsentMethods />
      <KeepReceipts cards={cards} />
      {cards.length > 0 ? <PushSwitch cards={cards} /> : null}
      <StorageLine />
      <VaultSection title={t("Keyboard")} what={t("The key x shows what the service cannot read.")}>
        <ShortcutField />
      </VaultSection>
      <BackupExport keys={cards.reduce((sum, card) => sum + card.keys.length, 0)} />
      <BackupImport />
      <LanguageChoice />
      <LostPhone />
      <EraseDevice />
    </>
  );
}
