import { Button } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { WalletError } from "#lib/wallet/wallet-error.ts";
import { FailureNote } from "./failure-note.tsx";
import { useForgetReceipt, useKept, useStartKeeping } from "./use-kept.ts";
import type { WalletReceipt } from "./use-receipts.ts";

type KeptNoteProps = {
  paymentId: string;
  /** Undefined until the service has listed it. */
  receipt: WalletReceipt | undefined;
};

/** Whether an open receipt is kept on this device, and how to change that. */
export function KeptNote({ paymentId, receipt }: KeptNoteProps) {
  const t = useTranslate();
  const { isOn, ids } = useKept();
  const start = useStartKeeping(receipt ? [receipt] : []);
  const forget = useForgetReceipt();
  const isKept = ids.has(paymentId);
  const error = start.error ?? forget.error;
  const declined = error instanceof WalletError && error.reason === "consent_declined";
  return (
    <div className="space-y-2 text-center text-sm text-pretty text-muted">
      {declined ? null : <FailureNote error={error} />}
      <p role="status">
        {isKept
          ? t(
              "Kept on this device, encrypted. It opens here without asking for it again; with a passkey, even offline. Removing it removes your notes, too.",
            )
          : t(
              "Opened on this device. Once you close or reload this page, it takes your confirmation to open it again. Keep it to add tags and notes.",
            )}
      </p>
      {isKept ? (
        <Button
          look="ghost"
          size="small"
          pending={forget.isPending}
          onClick={() => forget.mutate(paymentId)}
        >
          {t("Remove it from this device")}
        </Button>
      ) : null}
      {isKept || !receipt ? null : (
        <Button
          look="secondary"
          size="small"
          pending={start.isPending}
          onClick={() => start.mutate()}
        >
          {isOn ? t("Keep it on this device") : t("Keep opened receipts on this device")}
        </Button>
      )}
    </div>
  );
}
