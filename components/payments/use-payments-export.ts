import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useEnvironment } from "#components/console/environment.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { type ExportProgress, exportPayments } from "#lib/client/export-payments.ts";
import { type PaymentFilters, readFilters } from "./payment-filters.ts";

/** Fetches the payments as a file and gives it to the downloads; `cancel` leaves nothing behind. */
export function usePaymentsExport() {
  const { environment } = useEnvironment();
  const [progress, setProgress] = useState<ExportProgress>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (filters: PaymentFilters) => {
      const controller = new AbortController();
      running.current = controller;
      setProgress(undefined);
      const { query } = readFilters(filters, Date.now());
      const { signal } = controller;
      return exportPayments({ environment, query, signal, onProgress: setProgress });
    },
    onSuccess: ({ rows, ...file }) => {
      saveFile(file);
      const payments = rows === 1 ? "payment" : "payments";
      toast.success(`${rows.toLocaleString("en-US")} ${payments} exported`);
    },
  });
  return {
    start: (filters: PaymentFilters) => mutate(filters),
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
