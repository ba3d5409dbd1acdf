import { HardDrive } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { FailureNote } from "./failure-note.tsx";
import { OfflineObstacleNote } from "./offline-obstacle.tsx";
import { useKept, useOpenKept } from "./use-kept.ts";
import { useOfflineObstacle } from "./use-online.ts";
import { useWallet } from "./wallet-state.ts";

/** After a reload: how many receipts are kept, and a button to open them. Renders nothing once they are open. */
export function OpenKept() {
  const t = useTranslate();
  const { opened } = useWallet();
  const { ids } = useKept();
  const { error, isPending, mutate } = useOpenKept();
  const obstacle = useOfflineObstacle({ isLocal: true });
  const locked = [...ids].filter((id) => !opened.has(id)).length;
  if (locked === 0) return null;
  const declined = error instanceof WalletError && error.reason === "consent_declined";
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border border-dashed border-line bg-copy px-4 py-3">
        <p className="flex items-center gap-2.5 text-sm">
          <HardDrive aria-hidden="true" className="size-4 shrink-0 text-muted" />
          {t.count(
            locked,
            "1 receipt is kept on this device",
            "{count} receipts are kept on this device",
          )}
        </p>
        <Button
          look="secondary"
          size="small"
          pending={isPending}
          disabled={obstacle !== undefined}
          onClick={() => mutate()}
        >
          {locked === 1 ? t("Open it") : t("Open them")}
        </Button>
        <OfflineObstacleNote obstacle={obstacle} />
      </div>
      {declined ? null : <FailureNote error={error} />}
    </div>
  );
}
