import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { saveFile } from "#components/ui/save-file.ts";
import { useTranslate } from "#components/ui/use-translate.ts";
import { useTimeZone } from "#components/wallet/use-clock.ts";
import { useLocale } from "#components/wallet/use-locale.ts";
import { readCheck, verdictQuery } from "#components/wallet/use-verdict.ts";
import type { ExportFormat } from "./make-file.ts";
import type { ReadableReceipt } from "./select-receipts.ts";

type Ordered = { format: ExportFormat; receipts: readonly ReadableReceipt[]; sealed: number };

/** Makes a file of receipts and saves it, or has it ready where the device shares files. */
export function useReceiptExport() {
  const client = useQueryClient();
  const locale = useLocale();
  const t = useTranslate();
  const timeZone = useTimeZone();
  const [done, setDone] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const {
    data: file,
    error,
    isPending,
    mutate,
    reset,
  } = useMutation({
    networkMode: "always",
    mutationFn: async ({ format, receipts, sealed }: Ordered) => {
      const controller = new AbortController();
      running.current = controller;
      setDone(0);
      const { makeFile } = await import("./make-file.ts");
      const exportedAt = new Date().toISOString();
      return await makeFile(
        { receipts, sealed, exportedAt },
        { format, check, locale, t, timeZone, signal: controller.signal, onProgress: setDone },
      );
    },
    onSuccess: (made) => {
      // A phone has the choice, with a touch of its own: by now, the one before is too old to share.
      if (!canShare(made)) saveFile({ fileName: made.name, file: made });
    },
  });
  return {
    start: mutate,
    cancel() {
      running.current?.abort();
      reset();
    },
    isPending,
    /** How many receipts are in the file by now. */
    done,
    file,
    error,
    reset,
  };

  async function check({ listed: receipt, paymentId, sealed: content }: ReadableReceipt) {
    const query = verdictQuery({ paymentId, content, receipt }, { client, locale, t });
    const data = await client.fetchQuery(query).catch(() => undefined);
    return readCheck({ data, isError: data === undefined }, t) ?? { alarms: [] };
  }
}

/** Whether this is a device on which files are shared, and of this kind. */
export function canShare(file: File): boolean {
  const isTouched = window.matchMedia("(pointer: coarse)").matches;
  return isTouched && navigator.canShare?.({ files: [file] }) === true;
}
