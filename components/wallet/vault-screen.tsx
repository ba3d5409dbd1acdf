"use client";

import { BackupExport } from "./backup-export.tsx";
import { BackupImport } from "./backup-import.tsx";
import { ConsentMethods } from "./consent-methods.tsx";
import { EraseDevice } from "./erase-device.tsx";
import { KeepReceipts } from "./keep-receipts.tsx";
import { PushSwitch } from "./push-switch.tsx";
import { StorageLine } from "./storage-line.tsx";
import { WalletGate } from "./wallet-gate.tsx";

export function VaultScreen() {
  return (
    <WalletGate>
      {(cards) => (
        <div className="space-y-6">
          <h1 className="text-3xl font-medium tracking-tight">Vault</h1>
          <ConsentMethods />
          <KeepReceipts cards={cards} />
          {cards.length > 0 ? <PushSwitch cards={cards} /> : null}
          <StorageLine />
          <BackupExport keys={cards.reduce((sum, card) => sum + card.keys.length, 0)} />
          <BackupImport />
          <EraseDevice />
        </div>
      )}
    </WalletGate>
  );
}
