"use client";

import { useState } from "react";
import { isBackwards } from "#components/ui/date-range.ts";
import { DayField } from "#components/ui/day-field.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import { OpenKept } from "#components/wallet/open-kept.tsx";
import { Sheet } from "#components/wallet/sheet.tsx";
import { useTimeZone } from "#components/wallet/use-clock.ts";
import type { WalletReceipt } from "#components/wallet/use-receipts.ts";
import { useWallet } from "#components/wallet/wallet-state.ts";
import type { Translate } from "#lib/languages/translate.ts";
import { ExportForm } from "./export-form.tsx";
import { type ReadableReceipt, selectReceipts } from "./select-receipts.ts";

/** Saves one receipt that is open. */
export function ExportOneSheet({
  receipt,
  onClose,
}: {
  receipt: ReadableReceipt;
  onClose: () => void;
}) {
  const t = useTranslate();
  return (
    <Sheet title={t("Save this receipt as a file")} onClose={onClose}>
      <ExportForm receipts={[receipt]} sealed={0} onClose={onClose} />
    </Sheet>
  );
}

type ExportListSheetProps = {
  /** Those that the list shows. */
  listed: readonly WalletReceipt[];
  /** Whether the list shows all that this device knows. */
  isWhole: boolean;
  hasOlder: boolean;
  onClose: () => void;
};

/** Saves all receipts of a period that this device can read. */
export function ExportListSheet({ listed, isWhole, hasOlder, onClose }: ExportListSheetProps) {
  const t = useTranslate();
  const { opened } = useWallet();
  const timeZone = useTimeZone();
  const [days, setDays] = useState({ fromDay: "", toDay: "" });
  const backwards = isBackwards({ preset: "custom", ...days });
  const { readable, sealed } = selectReceipts(
    { listed, opened, withUnlisted: isWhole },
    days,
    timeZone,
  );
  return (
    <Sheet title={t("Save receipts as a file")} onClose={onClose}>
      <ExportForm receipts={readable} sealed={sealed} onClose={onClose}>
        <div className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2">
          <DayField
            label={t("From")}
            value={days.fromDay}
            onChange={(fromDay) => setDays({ ...days, fromDay })}
          />
          <DayField
            label={t("To")}
            value={days.toDay}
            onChange={(toDay) => setDays({ ...days, toDay })}
          />
        </div>
        <div className="space-y-1 text-sm text-pretty" role="status">
          {backwards ? (
            <p className="text-alarm">
              {t("The last day is before the first. Change one of them.")}
            </p>
          ) : (
            <p className="font-medium">{countIncluded(readable.length, t)}</p>
          )}
          {sealed > 0 ? <p className="text-muted">{countSealed(sealed, t)}</p> : null}
          {isWhole ? null : (
            <p className="text-muted">{t("Only receipts that the list shows now are in it.")}</p>
          )}
          {hasOlder ? (
            <p className="text-muted">
              {t(
                "Older receipts are not in the list yet, and not in the file either. Show them in the list first.",
              )}
            </p>
          ) : null}
        </div>
        <OpenKept />
      </ExportForm>
    </Sheet>
  );
}

function countIncluded(count: number, t: Translate): string {
  if (count === 0) return t("No receipt of this period can be read on this device yet.");
  return t.count(count, "1 receipt will be in the file.", "{count} receipts will be in the file.");
}

function countSealed(count: number, t: Translate): string {
  return t.count(
    count,
    "1 sealed receipt is not in it. Open it first to have it in the file.",
    "{count} sealed receipts are not in it. Open them first to have them in the file.",
  );
}
