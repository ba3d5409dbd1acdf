"use client";

import { Printer, Share2 } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { describeReceipt } from "#components/receipts/describe-receipt.ts";
import { printedText } from "#components/receipts/printed-text.ts";
import { formatReceiptText } from "#components/receipts/receipt-text.ts";
import { Button } from "#components/ui/button.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { Translate } from "#lib/languages/translate.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { ExportOneButton } from "./exports/export-buttons.tsx";
import type { ReadableReceipt } from "./exports/select-receipts.ts";
import { useLocale } from "./use-locale.ts";

type ReceiptActionsProps = {
  readable: ReadableReceipt;
  /** What is shared cannot carry the alarm, as the print does. */
  hasAlarm: boolean;
};

/** Print, save, and share: all of it is made on this device. */
export function ReceiptActions({ readable, hasAlarm }: ReceiptActionsProps) {
  const t = useTranslate();
  const { content: receipt, listed } = readable;
  const refunded = listed?.refundedAmount ?? 0;
  const locale = useLocale();
  const [failed, setFailed] = useState(false);
  const [isTooLong, setTooLong] = useState(false);
  const canShare = useSyncExternalStore(
    () => () => undefined,
    () => typeof navigator.share === "function",
    () => false,
  );

  async function share(): Promise<void> {
    setFailed(false);
    try {
      const { data, tooLong } = await prepareShare(receipt, { locale, refunded, t });
      setTooLong(tooLong);
      await navigator.share(data);
    } catch (error) {
      // Closing the system's sheet is no failure.
      setFailed(!(error instanceof DOMException && error.name === "AbortError"));
    }
  }

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" icon={Printer} onClick={() => window.print()} className="grow">
          {t("Print")}
        </Button>
        <ExportOneButton receipt={readable} />
        {canShare && !hasAlarm ? (
          <Button look="secondary" icon={Share2} onClick={() => void share()} className="grow">
            {t("Share")}
          </Button>
        ) : null}
      </div>
      {isTooLong ? (
        <p role="status" className="text-sm text-muted">
          {t("This receipt is too long for pictures, so only its text is shared.")}
        </p>
      ) : null}
      {failed ? (
        <p role="alert" className="text-sm text-alarm">
          {t("This device could not share it. Print it instead.")}
        </p>
      ) : null}
    </div>
  );
}

type ShareOptions = { locale: string; refunded: number; t: Translate };

/** As text, and as pictures where the device shares files. */
async function prepareShare(
  receipt: OpenedReceipt,
  options: ShareOptions,
): Promise<{ data: ShareData; tooLong: boolean }> {
  const paper = describeReceipt(receipt, { ...options, namesZone: true, namesCountry: true });
  const words = {
    title: printedText(receipt.merchantName),
    text: formatReceiptText(paper, options.t),
  };
  const { drawReceipt } = await import("./draw-receipt.ts");
  const drawing = await drawReceipt(paper, receipt.receiptId);
  if (drawing.kind !== "drawn") return { data: words, tooLong: drawing.kind === "too_long" };

  const whole = { ...words, files: drawing.files };
  return { data: navigator.canShare?.(whole) ? whole : words, tooLong: false };
}
