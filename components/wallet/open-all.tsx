import { MailOpen } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { loadedLater } from "#components/ui/later.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { useOnline } from "./use-online.ts";
import { MAX_OPENED, useOpenAll, useUnopened } from "./use-open-all.ts";
import type { WalletReceipt } from "./use-receipts.ts";
import { useWallet } from "./wallet-state.ts";

const OpeningProgress = loadedLater(
  async () => (await import("./opening-progress.tsx")).OpeningProgress,
);

/** Offers to open all new receipts with one confirmation, and says how far that is. */
export function OpenAll({ receipts }: { receipts: WalletReceipt[] }) {
  const t = useTranslate();
  const { openingRun } = useWallet();
  const openAll = useOpenAll();
  const unopened = useUnopened(receipts);
  const online = useOnline();
  if (openingRun) {
    return (
      <OpeningProgress
        run={openingRun}
        receipts={receipts}
        left={unopened.length}
        onContinue={() => void openAll(unopened)}
      />
    );
  }
  // A single one is opened on its own screen.
  if (unopened.length < 2 || !online) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border border-dashed border-line bg-copy px-4 py-3">
      <p className="flex items-center gap-2.5 text-sm">
        <MailOpen aria-hidden="true" className="size-4 shrink-0 text-muted" />
        {t.count(
          unopened.length,
          "1 receipt is not opened yet",
          "{count} receipts are not opened yet",
        )}
      </p>
      <Button look="secondary" size="small" onClick={() => void openAll(unopened)}>
        {unopened.length > MAX_OPENED
          ? t("Open the newest {count}", { count: MAX_OPENED })
          : t("Open all new")}
      </Button>
    </div>
  );
}
