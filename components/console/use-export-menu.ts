import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { toast } from "sonner";
import type { PageMenu } from "#components/ui/page-header.tsx";
import { saveFile } from "#components/ui/save-file.ts";
import { describeError } from "#lib/browser/describe-error.ts";
import type { CsvDownload } from "#lib/browser/download-csv.ts";

type ExportMenuOptions = {
  download: () => Promise<CsvDownload>;
  /** The same list in a second format. */
  downloadLines?: () => Promise<CsvDownload>;
  disabled?: boolean;
};

/** The menu of a page whose whole list can be saved as a file. */
export function useExportMenu({
  download,
  downloadLines,
  disabled = false,
}: ExportMenuOptions): PageMenu {
  const { mutate, isPending } = useMutation({
    mutationFn: (fetchFile: () => Promise<CsvDownload>) => fetchFile(),
    onSuccess: saveFile,
    onError: (error) => toast.error("Nothing was exported", { description: describeError(error) }),
  });
  const entry = (label: string, fetchFile: () => Promise<CsvDownload>) =>
    ({
      kind: "item",
      label,
      icon: Download,
      disabled,
      onSelect: () => mutate(fetchFile),
    }) as const;
  return {
    pending: isPending,
    entries: [
      entry("Export CSV", download),
      ...(downloadLines ? [entry("Export JSON Lines", downloadLines)] : []),
    ],
  };
}
