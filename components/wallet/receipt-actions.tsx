"use client";

import { Printer, Share2 } from "lucide-react";
import { useState, useSyncExternalStore } from "react";
import { formatReceiptText } from "#components/receipts/receipt-text.ts";
import { Button } from "#components/ui/button.tsx";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { useLocale } from "./use-locale.ts";

/** Print, which saves as PDF as well, and share: both are made on this device. */
export function ReceiptActions({ receipt }: { receipt: OpenedReceipt }) {
  const locale = useLocale();
  const [failed, setFailed] = useState(false);
  const canShare = useSyncExternalStore(
    () => () => undefined,
    () => typeof navigator.share === "function",
    () => false,
  );

  async function share(): Promise<void> {
    setFailed(false);
    try {
      await navigator.share(await prepareShare(receipt, locale));
    } catch (error) {
      // Closing the system's sheet is no failure.
      setFailed(!(error instanceof DOMException && error.name === "AbortError"));
    }
  }

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" icon={Printer} onClick={() => window.print()} className="grow">
          Print or save as PDF
        </Button>
        {canShare ? (
          <Button look="secondary" icon={Share2} onClick={() => void share()} className="grow">
            Share
          </Button>
        ) : null}
      </div>
      {failed ? (
        <p role="alert" className="text-sm text-alarm">
          This device could not share it. Print it instead.
        </p>
      ) : null}
    </div>
  );
}

/** As text, and as a picture where the device shares files. */
async function prepareShare(receipt: OpenedReceipt, locale: string): Promise<ShareData> {
  const text = formatReceiptText(receipt, locale);
  const { drawReceipt } = await import("./draw-receipt.ts");
  const file = await drawReceipt(text, receipt.receiptId);
  const words = { title: receipt.merchantName, text };
  const whole = { ...words, files: file ? [file] : [] };
  return file && navigator.canShare?.(whole) ? whole : words;
}
