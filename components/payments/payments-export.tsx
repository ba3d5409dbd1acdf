"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useEnvironment } from "#components/console/environment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { describeError } from "#lib/browser/describe-error.ts";
import { downloadPayments, type ExportProgress } from "#lib/browser/export-payments.ts";
import { type PaymentFilterTexts, paymentFilters } from "./payment-filters.ts";

/** The progress of the export, with a button to stop it; or the reason why it failed. */
export function PaymentsExportProgress({
  isPending,
  progress,
  error,
  cancel,
  dismiss,
}: ReturnType<typeof usePaymentsExport>) {
  if (error) {
    return (
      <Callout tone="alarm" title="Nothing was exported">
        <p>{describeError(error)}</p>
        <Button look="secondary" size="small" className="mt-2" onClick={dismiss}>
          Dismiss
        </Button>
      </Callout>
    );
  }
  if (!isPending) return null;
  const { rows, total } = progress ?? { rows: 0, total: 0 };
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 border border-line bg-slip px-4 py-3 md:px-5">
      <div className="min-w-0 grow space-y-2">
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span role="status" className="font-medium">
            Exporting payments
          </span>
          <span className="text-muted tabular-nums">
            {progress ? `${format(rows)} of ${format(total)}` : "Counting"}
          </span>
        </p>
        <progress
          aria-label="Export"
          className="block h-1.5 w-full appearance-none bg-ink/10 [&::-moz-progress-bar]:bg-pine [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-pine"
          {...(progress ? { value: rows, max: Math.max(total, 1) } : {})}
        />
      </div>
      <Button look="secondary" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}

function format(count: number): string {
  return count.toLocaleString("en-US");
}

/** Fetches the payments as a file and passes it to the downloads; `cancel` leaves nothing behind. */
export function usePaymentsExport() {
  const { environment } = useEnvironment();
  const [progress, setProgress] = useState<ExportProgress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (filters: PaymentFilterTexts) => {
      const controller = new AbortController();
      running.current = controller;
      setProgress(undefined);
      const { query } = paymentFilters.read(filters, Date.now());
      const { signal } = controller;
      return downloadPayments({ environment, query, signal, onProgress: setProgress });
    },
    onSuccess: ({ rows, ...file }) => {
      saveFile(file);
      const payments = rows === 1 ? "payment" : "payments";
      toast.success(`${rows.toLocaleString("en-US")} ${payments} exported`);
    },
  });
  return {
    start: (filters: PaymentFilterTexts) => mutate(filters),
    cancel() {
      running.current?.abort();
      reset();
    },
    isPending,
    progress: isPending ? progress : undefined,
    error,
    dismiss: reset,
  };
}
